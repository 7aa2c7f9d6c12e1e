import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ConvertedPicture } from './picture-name.ts'

const ConvertedSchema = z.object({ width: z.number(), height: z.number(), colour: z.string() })

export const stagedFile = (storagePath: string, hash: string) => join(storagePath, 'imports', hash)

export const pictureFolder = (storagePath: string) => join(storagePath, 'pictures')

const factsFile = (storagePath: string, hash: string) =>
  join(pictureFolder(storagePath), `imported-${hash}.json`)

export const contentHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

export function stagePicture(storagePath: string, hash: string, bytes: Buffer) {
  const file = stagedFile(storagePath, hash)
  if (existsSync(file)) utimesSync(file, new Date(), new Date())
  else writeAtomically(file, bytes)
}

export function convertedPicture(storagePath: string, hash: string): ConvertedPicture | null {
  const file = factsFile(storagePath, hash)
  return existsSync(file) ? ConvertedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Written last: this file marks the picture as converted. */
export const recordPicture = (storagePath: string, hash: string, converted: ConvertedPicture) =>
  writeAtomically(factsFile(storagePath, hash), Buffer.from(JSON.stringify(converted)))

/** Writes to a temporary file and renames it, so that no reader sees half a file. */
export function writeAtomically(file: string, bytes: Buffer) {
  const temporary = `${file}.${randomUUID()}.part`
  mkdirSync(join(file, '..'), { recursive: true })
  try {
    writeFileSync(temporary, bytes, { flush: true })
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Deletes staged originals older than `maxAgeMs`. Call it only while no job needs them. */
export function sweepStaged(storagePath: string, maxAgeMs: number, wallNow: number) {
  const folder = join(storagePath, 'imports')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (wallNow - statSync(file).mtimeMs > maxAgeMs) rmSync(file, { force: true })
  }
}
