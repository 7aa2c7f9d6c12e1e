import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  createReadStream,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/**
 * A backup is one SQLite file. Its manifest stands behind the last page, where SQLite never looks: backup and manifest
 * get their name in one rename, and any SQLite tool can open the file.
 */
const Manifest = z.object({
  madeAt: z.iso.datetime(),
  sha256: z.string(),
  bytes: z.number(),
  rows: z.record(z.string(), z.number()),
  moneyCents: z.number(),
  /** Pictures that the shop needs besides, as paths below STORAGE_PATH. */
  files: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export class AlteredBackup extends Error {}

export async function writeManifest(
  file: string,
  facts: Omit<Manifest, 'sha256' | 'bytes'>,
): Promise<Manifest> {
  const bytes = statSync(file).size
  const manifest = { ...facts, sha256: await checksum(file, bytes), bytes }
  appendFileSync(file, `${JSON.stringify(manifest)}\n`)
  return manifest
}

/** Null for a database that is no backup. @throws AlteredBackup if the manifest can't be read */
export function readManifest(file: string): Manifest | null {
  const length = databaseLength(file)
  const size = statSync(file).size
  if (length === null || size <= length) return null
  const parsed = Manifest.safeParse(jsonOf(readBytes(file, length, size - length).toString()))
  if (!parsed.success || parsed.data.bytes !== length)
    throw new AlteredBackup('the file does not match its manifest')
  return parsed.data
}

/** By its manifest: the database of a running shop has none. */
export function isBackup(file: string): boolean {
  try {
    return readManifest(file) !== null
  } catch (error) {
    if (error instanceof AlteredBackup) return false
    throw error
  }
}

/** @throws AlteredBackup */
export async function assertUnaltered(file: string, { sha256, bytes }: Manifest) {
  if ((await checksum(file, bytes)) !== sha256)
    throw new AlteredBackup('the file does not match its checksum')
}

export const removeManifest = (file: string, { bytes }: Manifest) => truncateSync(file, bytes)

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'

/** Page size times page count, from SQLite's header; null for another kind of file. */
function databaseLength(file: string): number | null {
  const header = readBytes(file, 0, HEADER_BYTES)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return null
  const pageSize = header.readUInt16BE(16)
  return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28)
}

function readBytes(file: string, start: number, count: number): Buffer {
  const bytes = Buffer.alloc(count)
  const handle = openSync(file, 'r')
  readSync(handle, bytes, 0, count, start)
  closeSync(handle)
  return bytes
}

async function checksum(file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { end: bytes - 1 }), hash)
  return hash.digest('hex')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
