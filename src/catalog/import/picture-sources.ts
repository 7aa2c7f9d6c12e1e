import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ParsedItem, WantedCatalog } from './check-entries.ts'
import { contentHash } from './picture-files.ts'
import { PICTURE_WIDTHS } from './picture-name.ts'
import type { Problem } from './problems.ts'

const MAX_BYTES = 25 * 1024 * 1024
/** Decoding takes four bytes a pixel. Cameras stay below this. */
export const MAX_PIXELS = 50_000_000
const MIN_WIDTH = PICTURE_WIDTHS[1] ?? 800

export type Sources = Map<string, { hash: string; bytes: Buffer }>

export async function readPictures(catalogFile: string, { farms, varieties }: WantedCatalog) {
  const sources: Sources = new Map()
  const refused = new Map<string, string>()
  const problems: Problem[] = []
  for (const { line, name } of [...picturesIn(farms), ...picturesIn(varieties)]) {
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

type WithPictures = { picture?: string | undefined; pictures?: string[] | undefined }

const picturesIn = (items: Map<string, ParsedItem<WithPictures>>) =>
  [...items.values()].flatMap(({ line, given: { picture, pictures = [] } }) =>
    [...(picture === undefined ? [] : [picture]), ...pictures].map((name) => ({ line, name })),
  )

type PictureRead = { hash: string; bytes: Buffer } | { reason: string }

async function readPicture(folder: string, name: string): Promise<PictureRead> {
  if (!isBelow(name)) return { reason: 'must be in the same folder as the file, or below it' }
  const bytes = bytesOf(folder, name)
  if (!Buffer.isBuffer(bytes)) return bytes
  if (!isPicture(bytes)) return { reason: 'is not a JPEG, PNG or WebP file' }
  const reason = await sizeProblem(bytes)
  return reason === null ? { hash: contentHash(bytes), bytes } : { reason }
}

const isBelow = (name: string) =>
  !name.includes('\\') &&
  !name.startsWith('/') &&
  name.split('/').every((part) => part !== '..' && part !== '')

/** Follows no links, and doesn't block on a pipe. */
function bytesOf(folder: string, name: string): Buffer | { reason: string } {
  let file: number | undefined
  try {
    const path = join(realpathSync(folder), name)
    if (realpathSync(path) !== path) return { reason: 'must not be a symbolic link' }
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = fstatSync(file)
    if (!stats.isFile()) return { reason: 'is not a file' }
    return stats.size > MAX_BYTES ? { reason: 'is larger than 25 MB' } : readFileSync(file)
  } catch {
    return { reason: 'does not exist or is not readable' }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Checks the magic bytes, whatever the name says. */
export function isPicture(bytes: Buffer): boolean {
  const hasBytes = (hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex
  const isWebp = hasBytes('52494646') && hasBytes('57454250', 8)
  return hasBytes('ffd8ff') || hasBytes('89504e470d0a1a0a') || isWebp
}

/** Reads only the header. The job finds out whether the rest is intact. */
async function sizeProblem(bytes: Buffer): Promise<string | null> {
  const { default: sharp } = await import('sharp')
  try {
    const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (pages > 1) return 'is animated; use a still picture'
    if (autoOrient.width * autoOrient.height > MAX_PIXELS) return 'has more than 50 million pixels'
    return autoOrient.width < MIN_WIDTH ? `must be at least ${MIN_WIDTH} pixels wide` : null
  } catch {
    return 'is not a readable picture'
  }
}
