import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Db } from '#db/client.ts'
import { DAY_MS, type Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { TOKEN_PATTERN } from '../tokens.ts'
import { linesCsv, ordersCsv, pickCsv } from './wave-files.ts'

/** How long a file can be downloaded. It can be made again from the wave, byte for byte. */
export const FILE_LIFE_MS = DAY_MS

type Storage = Pick<Services['config'], 'storagePath'>

const folderOf = ({ storagePath }: Storage) => join(storagePath, 'exports')

/** @param fileToken names the file; anything that is no token names none */
export const exportFile = (
  config: Storage,
  fileToken: string,
  ending: 'zip' | 'csv' = 'zip',
): string | null => (TOKEN_PATTERN.test(fileToken) ? join(folderOf(config), `${fileToken}.${ending}`) : null)

type WaveFacts = { id: number; createdAt: Instant }

/**
 * Writes the files of a wave as a ZIP, which appears under its name once it is whole. Equal waves give equal bytes.
 * @returns the file's size in bytes
 */
export async function writeWaveFiles(
  config: Storage,
  db: Db,
  wave: WaveFacts,
  fileToken: string,
  onBoxes: (count: number) => unknown,
): Promise<number> {
  const file = exportFile(config, fileToken)
  if (!file) throw new Error('not a file token')
  return storeExport(file, zipOf(db, wave, onBoxes))
}

/** Under its name once it is whole. @returns its size in bytes */
export async function storeExport(file: string, contents: Readable): Promise<number> {
  await mkdir(dirname(file), { recursive: true })
  const part = `${file}.part`
  await pipeline(contents, createWriteStream(part))
  await syncFile(part)
  await rename(part, file)
  return (await stat(file)).size
}

function zipOf(db: Db, { id, createdAt }: WaveFacts, onBoxes: (count: number) => unknown): Readable {
  const zip = new yazl.ZipFile()
  // Stored, because a compressor may give other bytes another day.
  const entry = { mtime: new Date(createdAt), mode: 0o100644, forceDosTimestamp: true, compress: false }
  zip.addReadStream(Readable.from(ordersCsv(db, id, onBoxes)), 'orders.csv', entry)
  zip.addReadStream(Readable.from(linesCsv(db, id)), 'lines.csv', entry)
  zip.addReadStream(Readable.from(pickCsv(db, id)), 'pick.csv', entry)
  zip.end()
  return Readable.from(zip.outputStream)
}

async function syncFile(path: string) {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes files past their life, and what killed processes left. By the machine's time, which files have. */
export async function removeOldExports({ config, wallClock }: Pick<Services, 'config' | 'wallClock'>) {
  const folder = folderOf(config)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null) // the job that writes it may have finished
    if (found && found.mtimeMs < wallClock.now() - FILE_LIFE_MS) await rm(path, { force: true })
  }
}
