import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isDatabaseError } from '#db/client.ts'
import type { Config } from '../config/config.ts'
import { makeFolder } from '../config/folder.ts'
import { reasonOf } from '../reason.ts'

/** The database or its folder cannot be used; the message says why, and what to do. */
export class StorageError extends Error {}

/** Creates the folders for the shop's files. @throws StorageError */
export function prepareStorage({ databasePath, storagePath }: Config) {
  if (databasePath !== ':memory:') {
    if (statSync(databasePath, { throwIfNoEntry: false })?.isDirectory())
      throw new StorageError(`DATABASE_PATH: ${databasePath} is a folder; name the database file in it.`)
    prepareFolder('DATABASE_PATH', dirname(resolve(databasePath)))
  }
  prepareFolder('STORAGE_PATH', resolve(storagePath))
}

function prepareFolder(variable: string, folder: string) {
  try {
    makeFolder(folder)
    if (!statSync(folder).isDirectory()) throw new Error('it is a file')
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StorageError(
      `${variable}: the folder ${folder} cannot be used (${codeOf(error)}). The shop's user must be able to write there.`,
    )
  }
}

/** Opens the database, and turns SQLite's errors into sentences for the operator. @throws StorageError */
export function explained<T>(databasePath: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw inWords(databasePath, error)
  }
}

/** The operator's sentence for an error of SQLite's. Anything else comes back as it is. */
export function inWords(databasePath: string, error: unknown): unknown {
  if (!isDatabaseError(error)) return error
  if (error.code === 'SQLITE_NOTADB')
    return new StorageError(`DATABASE_PATH: ${databasePath} is not a database.`)
  if (error.code.startsWith('SQLITE_BUSY'))
    return new StorageError(
      `DATABASE_PATH: another program is writing to ${databasePath}. Stop it, or try again when it's done.`,
    )
  return new StorageError(`DATABASE_PATH: ${databasePath} cannot be opened (${error.message}).`)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code ?? reasonOf(error)
