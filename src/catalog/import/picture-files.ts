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
import type { MadePicture } from './picture-name.ts'

const Made = z.object({ width: z.number(), height: z.number(), colour: z.string() })

/** Pictures as they came wait here for their job. */
export const stagedFile = (storagePath: string, hash: string) => join(storagePath, 'imports', hash)

/** Pictures as pages show them. */
export const pictureFolder = (storagePath: string) => join(storagePath, 'pictures')

const factsFile = (storagePath: string, hash: string) =>
  join(pictureFolder(storagePath), `imported-${hash}.json`)

/** Names a picture by its content. */
export const contentHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

export function stagePicture(storagePath: string, hash: string, bytes: Buffer) {
  const file = stagedFile(storagePath, hash)
  if (existsSync(file)) utimesSync(file, new Date(), new Date())
  else writeWhole(file, bytes)
}

/** What the job found out of a picture, or null while it has not been made. */
export function madePicture(storagePath: string, hash: string): MadePicture | null {
  const file = factsFile(storagePath, hash)
  return existsSync(file) ? Made.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Written last: with it the picture is made. */
export const recordPicture = (storagePath: string, hash: string, made: MadePicture) =>
  writeWhole(factsFile(storagePath, hash), Buffer.from(JSON.stringify(made)))

/** There whole or not at all: written beside its place, then moved. */
export function writeWhole(file: string, bytes: Buffer) {
  const beside = `${file}.${randomUUID()}.part`
  mkdirSync(join(file, '..'), { recursive: true })
  try {
    writeFileSync(beside, bytes, { flush: true })
    renameSync(beside, file)
  } finally {
    rmSync(beside, { force: true })
  }
}

/** Takes away what waited longer than `milliseconds`; only while no job waits for it. */
export function sweepStaged(storagePath: string, milliseconds: number, wallNow: number) {
  const folder = join(storagePath, 'imports')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (wallNow - statSync(file).mtimeMs > milliseconds) rmSync(file, { force: true })
  }
}
