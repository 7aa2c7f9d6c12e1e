import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Database } from './driver.mjs'
import { copyMissing, moveIntoPlace } from './durable-files.ts'
import { inspect, isSameCensus } from './inspect.ts'
import { assertUnaltered, isBackup, type Manifest, readManifest, writeManifest } from './manifest.ts'

/** In one step, because SQLite restarts a stepwise copy after every write. */
const EVERY_PAGE = 0x7fffffff

/** What the shop keeps outside its database. These files never change once they exist. */
const FILE_FOLDERS = ['pictures', 'imports']

/** Beside the backups, which share these files. */
export const filesFolder = (backup: string) => join(dirname(backup), 'backup-files')

/** A complete, checked copy, beside a running server. @throws when it is damaged, can't be written or would replace another file */
export async function backUp({
  databasePath,
  storagePath,
  file,
  madeAt,
}: {
  databasePath: string
  storagePath: string
  file: string
  madeAt: Date
}): Promise<Manifest> {
  if (!existsSync(databasePath)) throw new Error(`there is no shop at ${databasePath}`)
  if (!existsSync(dirname(file))) throw new Error(`there is no folder ${dirname(file)}`)
  assertReplaceable(file)
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  try {
    await copyPages(databasePath, draft)
    const { problems, ...census } = inspect(draft)
    if (problems.length > 0) throw new Error(`the copy is damaged: ${problems.join('; ')}`)
    const files = filesBelow(storagePath)
    copyMissing(files, storagePath, filesFolder(file))
    const manifest = await writeManifest(draft, { madeAt: madeAt.toISOString(), ...census, files })
    moveIntoPlace(draft, file)
    return manifest
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Everything that is wrong with a backup, compared with its manifest if it has one. */
export async function backupProblems(file: string): Promise<string[]> {
  try {
    const manifest = readManifest(file)
    if (manifest) await assertUnaltered(file, manifest)
    const { problems, ...census } = inspect(file)
    if (problems.length > 0 || !manifest || isSameCensus(census, manifest)) return problems
    return ['the counts do not match those of the backup']
  } catch (error) {
    return [(error as Error).message]
  }
}

/** An empty file may be replaced too: it holds nothing to lose, and `mktemp` makes one. */
function assertReplaceable(file: string) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory()) throw new Error(`${file} is a folder; name a file in it`)
  if (!stats || (stats.isFile() && stats.size === 0) || isBackup(file)) return
  throw new Error(`${file} is not a backup and would be overwritten; choose another name`)
}

async function copyPages(databasePath: string, draft: string) {
  const source = new Database(databasePath, { fileMustExist: true })
  await source
    .backup(draft, { progress: () => EVERY_PAGE })
    .catch((error: Error) => {
      throw new Error(`${databasePath} can’t be copied to ${draft} (${error.message})`)
    })
    .finally(() => source.close())
  const copy = new Database(draft)
  copy.pragma('journal_mode = DELETE') // the log's pages would be missing from the file
  copy.close()
}

function filesBelow(storagePath: string): string[] {
  return FILE_FOLDERS.filter((folder) => existsSync(join(storagePath, folder)))
    .flatMap((folder) => readdirSync(join(storagePath, folder)).map((name) => `${folder}/${name}`))
    .filter((name) => !name.endsWith('.part'))
    .sort()
}
