import { existsSync, readFileSync } from 'node:fs'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import type { Instant } from '../../day.ts'
import { type Random, sha256 } from '../../tokens.ts'
import { applyPlan } from './apply.ts'
import { checkEntries } from './check-entries.ts'
import { type Difference, differencesOf } from './differences.ts'
import { readCatalogBytes } from './file.ts'
import { planner } from './import.ts'
import { contentHash, stagedFile, stagePicture } from './picture-files.ts'
import { isEmpty } from './plan.ts'
import type { Plan } from './plan-types.ts'
import type { Problem } from './problems.ts'

/*
 * A catalog file that came by a form. It waits among the staged files, named by its content, while its differences are
 * read, and is planned again when they are applied.
 */

const staged = (storagePath: string, hash: string) => stagedFile(storagePath, `catalog-${hash}`)

/** @returns its name in addresses */
export function keepUpload(storagePath: string, bytes: Buffer): string {
  const hash = contentHash(bytes)
  stagePicture(storagePath, `catalog-${hash}`, bytes)
  return hash
}

/** Null if it was removed since. */
export function keptUpload(storagePath: string, hash: string): Buffer | null {
  const file = staged(storagePath, hash)
  return /^[0-9a-f]{32}$/.test(hash) && existsSync(file) ? readFileSync(file) : null
}

export type ShownImport = {
  /** Of the rows that can't be imported. Then nothing of the file can. */
  problems: Problem[]
  differences: Difference[]
  isEmpty: boolean
  /** Changes with any difference but units on hand, which move with each sale: an import sets those to a number. */
  version: string
}

type Settings = { db: Db; random: Random; now: Instant; replace: boolean }

/** What an import of the file would change. Writes nothing. */
export const previewUpload = (bytes: Buffer, settings: Settings): ShownImport => readerOf(bytes, settings)()

export type UploadImported = { ok: true; shown: ShownImport } | { ok: false; shown: ShownImport }

/** Changes what was shown, or nothing. `record` runs in the transaction. */
export function importUpload(
  bytes: Buffer,
  seenVersion: string,
  settings: Settings,
  record: (tx: DurableTx, shown: ShownImport) => void,
): Promise<UploadImported> {
  const read = readerOf(bytes, settings)
  return durably(settings.db, (tx): UploadImported => {
    const { plan, ...shown } = read()
    if (shown.problems.length > 0 || shown.isEmpty || shown.version !== seenVersion)
      return { ok: false, shown }
    applyPlan(tx, plan, new Map(), settings.now, 'catalog import')
    record(tx, shown)
    return { ok: true, shown }
  })
}

/** Parses once, and plans each time that it's called. */
function readerOf(bytes: Buffer, settings: Settings): () => ShownImport & { plan: Plan } {
  const { entries, problems: unreadable } = readCatalogBytes(bytes)
  const { wanted, problems: invalid } = checkEntries(entries)
  const found = [...unreadable, ...invalid, ...pictureProblems(wanted)]
  const makePlan = planner(wanted, new Map(), settings)
  return () => {
    const { plan, problems, current } = makePlan()
    const differences = differencesOf(plan, current)
    return {
      plan,
      differences,
      problems: [...found, ...problems].sort((a, b) => a.line - b.line),
      isEmpty: isEmpty(plan),
      version: versionOf(differences, settings.replace),
    }
  }
}

const versionOf = (differences: Difference[], replace: boolean) =>
  sha256(JSON.stringify([replace, differences.filter(({ field }) => !isStock(field))])).slice(0, 16)

const isStock = (field: string) => field.startsWith('stock in center')

type Wanted = ReturnType<typeof checkEntries>['wanted']

/** A form sends one file, so there is no folder to take them from. */
const pictureProblems = ({ farms, varieties }: Wanted): Problem[] =>
  [...farms.values(), ...varieties.values()]
    .filter(({ given }) => namesPictures(given))
    .map(({ line }) => ({ line, reason: 'pictures can’t be imported here; upload them on the item’s page' }))

const namesPictures = (given: { picture?: string | undefined; pictures?: string[] | undefined }) =>
  given.picture !== undefined || given.pictures !== undefined
