import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Said, Wanted } from './gather.ts'
import { contentHash } from './picture-files.ts'
import { PICTURE_WIDTHS } from './picture-name.ts'
import type { Problem } from './problems.ts'

const MOST_BYTES = 25 * 1024 * 1024
/** Decoding takes four bytes a pixel; a camera's largest has fewer. */
export const MOST_PIXELS = 50_000_000
const LEAST_WIDTH = PICTURE_WIDTHS[1] ?? 800

/** By the name the file gives it. */
export type Sources = Map<string, { hash: string; bytes: Buffer }>

/** Reads and looks at every picture that is named, beside the catalogue's file and below it. */
export async function readPictures(catalogFile: string, { farms, varieties }: Wanted) {
  const sources: Sources = new Map()
  const refused = new Map<string, string>()
  const problems: Problem[] = []
  for (const { line, name } of [...named(farms), ...named(varieties)]) {
    if (!sources.has(name) && !refused.has(name)) {
      const source = await readPicture(dirname(catalogFile), name)
      if ('reason' in source) refused.set(name, source.reason)
      else sources.set(name, source)
    }
    const reason = refused.get(name)
    if (reason) problems.push({ line, reason: `the picture “${name}” ${reason}` })
  }
  return { sources, problems }
}

const named = (all: Map<string, Said<{ picture?: string | undefined; pictures?: string[] | undefined }>>) =>
  [...all.values()].flatMap(({ line, given: { picture, pictures = [] } }) =>
    [...(picture === undefined ? [] : [picture]), ...pictures].map((name) => ({ line, name })),
  )

type Read = { hash: string; bytes: Buffer } | { reason: string }

async function readPicture(folder: string, name: string): Promise<Read> {
  if (!isBelow(name)) return { reason: 'must lie beside the file or below it' }
  const bytes = bytesOf(folder, name)
  if (!Buffer.isBuffer(bytes)) return bytes
  if (!isPicture(bytes)) return { reason: 'is no JPEG, PNG or WebP' }
  const reason = await sizeProblem(bytes)
  return reason === null ? { hash: contentHash(bytes), bytes } : { reason }
}

const isBelow = (name: string) =>
  !name.includes('\\') &&
  !name.startsWith('/') &&
  name.split('/').every((part) => part !== '..' && part !== '')

/** No link on the way may lead elsewhere, and a file that is no file (a pipe) is not waited for. */
function bytesOf(folder: string, name: string): Buffer | { reason: string } {
  let file: number | undefined
  try {
    const path = join(realpathSync(folder), name)
    if (realpathSync(path) !== path) return { reason: 'must not be a link' }
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size, isFile } = lookedAt(file)
    if (!isFile) return { reason: 'is no file' }
    return size > MOST_BYTES ? { reason: 'is larger than 25 MB' } : readFileSync(file)
  } catch {
    return { reason: 'is not there, or not readable' }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function lookedAt(file: number) {
  const found = fstatSync(file)
  return { size: found.size, isFile: found.isFile() }
}

/** By its first bytes, whatever its name says. */
export function isPicture(bytes: Buffer): boolean {
  const begins = (hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex
  const isWebp = begins('52494646') && begins('57454250', 8)
  return begins('ffd8ff') || begins('89504e470d0a1a0a') || isWebp
}

/** Only the header is read here; the job finds out whether the rest is sound. */
async function sizeProblem(bytes: Buffer): Promise<string | null> {
  const { default: sharp } = await import('sharp')
  try {
    const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (pages > 1) return 'moves; give a still one'
    if (autoOrient.width * autoOrient.height > MOST_PIXELS) return 'has more than 50 million pixels'
    return autoOrient.width < LEAST_WIDTH ? `must be at least ${LEAST_WIDTH} pixels wide` : null
  } catch {
    return 'cannot be read as a picture'
  }
}
