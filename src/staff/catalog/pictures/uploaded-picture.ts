import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  contentHash,
  pictureFolder,
  recordPicture,
  stagedFile,
  stagePicture,
  writeAtomically,
} from '../../../catalog/import/picture-files.ts'
import { PICTURE_WIDTHS, pictureFile, pictureName } from '../../../catalog/import/picture-name.ts'
import { photoProblem } from '../../../claims/photo-rules.ts'
import { reencodePhoto } from '../../../claims/reencode.ts'
import { encodeApart } from '../../../picture-process.ts'
import type { Upload } from '../../../web/uploads.ts'
import { type Crop, MAX_RATIO } from './crop.ts'

/** As wide as the widest rendition, with room to crop. */
const KEPT = { side: 2_560, quality: 90 }
export const MIN_WIDTH = 800

const NO_PICTURE = 'Please choose a picture: JPEG, PNG or WebP, at most 8 MB.'
const UNREADABLE =
  'We couldn’t read that picture. Please send a JPEG, PNG or WebP of at most 50 million pixels.'
const TOO_SMALL = `Please send a picture that is at least ${MIN_WIDTH} pixels wide.`
const TOO_TALL = 'Please send a picture that is at most three times as tall as it is wide.'
const TOO_WIDE = 'Please send a picture that is at most four times as wide as it is tall.'
export const PICTURE_GONE = 'We no longer have that picture. Please upload it again.'
const ONE = 'Please send one picture of at most 8 MB.'

export type Kept =
  | { ok: true; hash: string; width: number; height: number }
  | { ok: false; status: 413 | 422; message: string }

/** Upright and without metadata, among the staged files, until it's cropped. By its bytes, whatever its name says. */
export async function keepPicture(storagePath: string, uploads: Upload[]): Promise<Kept> {
  const [upload, ...others] = uploads.filter(({ field }) => field === 'picture')
  if (!upload) return { ok: false, status: 422, message: NO_PICTURE }
  const problem = photoProblem([upload])
  if (others.length > 0 || problem?.status === 413) return { ok: false, status: 413, message: ONE }
  if (problem) return { ok: false, status: 422, message: UNREADABLE }
  const bytes = await reencodePhoto(upload.bytes, KEPT)
  const size = bytes && webpSize(bytes)
  if (!bytes || !size) return { ok: false, status: 422, message: UNREADABLE }
  if (size.width < MIN_WIDTH)
    return { ok: false, status: 422, message: size.height === KEPT.side ? TOO_TALL : TOO_SMALL }
  if (size.width > MAX_RATIO * size.height) return { ok: false, status: 422, message: TOO_WIDE }
  const hash = contentHash(bytes)
  stagePicture(storagePath, hash, bytes)
  return { ok: true, hash, ...size }
}

export type KeptPicture = { hash: string; bytes: Buffer; width: number; height: number }

/** Null if it was removed since, or isn't one that `keepPicture` encoded. */
export function keptPicture(storagePath: string, hash: string): KeptPicture | null {
  const file = stagedFile(storagePath, hash)
  if (!/^[0-9a-f]{32}$/.test(hash) || !existsSync(file)) return null
  const bytes = readFileSync(file)
  const size = webpSize(bytes)
  return size && { hash, bytes, ...size }
}

/** Of a lossy WebP without transparency, as `reencodePhoto` writes it: RFC 9649, 2.5, and RFC 6386, 9.1. */
function webpSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8 ' || bytes.length < 30) return null
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

const Head = z.object({
  width: z.number(),
  height: z.number(),
  colour: z.string(),
  bytes: z.array(z.number()),
})

/** Writes the crop in all widths. @returns its name; null if it can't be encoded */
export async function encodeCrop(
  storagePath: string,
  { bytes }: KeptPicture,
  crop: Crop,
  alt: string,
): Promise<string | null> {
  const written = await encodeApart(SCRIPT, [crop, PICTURE_WIDTHS], bytes)
  if (!written) return null
  const headEnd = written.indexOf('\n')
  const { bytes: lengths, ...converted } = Head.parse(JSON.parse(written.toString('utf8', 0, headEnd)))
  const hash = contentHash(written)
  let start = headEnd + 1
  for (const [nth, length] of lengths.entries()) {
    const file = join(pictureFolder(storagePath), pictureFile(hash, PICTURE_WIDTHS[nth] ?? 0))
    writeAtomically(file, written.subarray(start, start + length))
    start += length
  }
  recordPicture(storagePath, hash, converted)
  return pictureName(hash, converted, alt)
}

const SCRIPT = 'src/catalog/import/encode-picture.mjs'
