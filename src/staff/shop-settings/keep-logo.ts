import { join } from 'node:path'
import { contentHash, pictureFolder, writeAtomically } from '../../catalog/import/picture-files.ts'
import { photoProblem } from '../../claims/photo-rules.ts'
import { runPictureScript } from '../../claims/reencode.ts'
import { LOGO_SIZE, logoName } from '../../shop-settings/logo.ts'
import type { Upload } from '../../web/uploads.ts'

const MAX_BYTES = 2 * 1024 * 1024
const LEAST = { width: 80, height: 24 }
const SCRIPT = 'src/staff/shop-settings/encode-logo.mjs'

const UNREADABLE = 'We couldn’t read that picture. Please send a PNG, JPEG or WebP.'
const TOO_LARGE = 'Please send one picture of at most 2 MB.'
const TOO_SMALL = `Please send a logo of at least ${LEAST.width} × ${LEAST.height} pixels.`

export type KeptLogo = { ok: true; name: string } | { ok: false; message: string }

/** Encodes it anew and writes its file, by its bytes, whatever its name says. Until it's saved, nothing shows it. */
export async function keepLogo(storagePath: string, [upload, ...others]: Upload[]): Promise<KeptLogo> {
  if (!upload || others.length > 0 || upload.bytes.length > MAX_BYTES)
    return { ok: false, message: TOO_LARGE }
  if (photoProblem([upload])) return { ok: false, message: UNREADABLE }
  const sides = [LOGO_SIZE.width, LOGO_SIZE.height].map(String)
  const bytes = await runPictureScript(SCRIPT, sides, upload.bytes)
  if (!bytes) return { ok: false, message: UNREADABLE }
  const size = pngSize(bytes)
  if (size.width < LEAST.width || size.height < LEAST.height) return { ok: false, message: TOO_SMALL }
  const name = logoName(contentHash(bytes), size)
  writeAtomically(join(pictureFolder(storagePath), `${name}.png`), bytes)
  return { ok: true, name }
}

/** By its first chunk (PNG specification, 11.2.1). */
const pngSize = (bytes: Buffer) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) })
