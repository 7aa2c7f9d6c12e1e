import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import type { Db } from '#db/client.ts'
import { type Offer, offers, stockMovements, varieties } from '#db/schema/index.ts'
import { type Imported, type ImportSettings, importCatalog } from '#src/catalog/import/import.ts'
import { describeProblems } from '#src/catalog/import/problems.ts'
import { random } from '#src/tokens.ts'
import { NOW } from '../../support/now.ts'

export const EXAMPLE = 'db/data/catalog-example'

/** A temporary folder for the import file and anything beside it. */
export function desk() {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-desk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    storagePath: join(folder, 'storage'),
    write(name: string, content: string | Buffer): string {
      const file = join(folder, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      return file
    },
  }
}

export const settingsOf = (
  db: Db,
  storagePath = 'unused',
  more: Partial<ImportSettings> = {},
): ImportSettings => ({
  db,
  storagePath,
  random,
  now: NOW,
  wallNow: NOW,
  replace: false,
  ...more,
})

/** Imports text as a file with this name. */
export function importText(db: Db, name: string, text: string | Buffer, more: Partial<ImportSettings> = {}) {
  const { write, storagePath } = desk()
  return importCatalog(write(name, text), settingsOf(db, storagePath, more))
}

export const csv = (...rows: string[]) => rows.join('\n')

/** The messages an operator gets for a rejected file. */
export const reasonsOf = (outcome: Imported): string[] =>
  outcome.ok ? [] : describeProblems(outcome.problems)

/** Counts the added and changed rows by table. */
export function changesOf(outcome: Imported) {
  if (!outcome.ok) throw new Error(reasonsOf(outcome).join('\n'))
  const { farms, varieties: products, offers: weights, counts, pictures } = outcome.plan
  const count = (changes: { added: unknown[]; changed: unknown[] }) => [
    changes.added.length,
    changes.changed.length,
  ]
  return {
    farms: count(farms),
    varieties: count(products),
    offers: count(weights),
    counts: counts.length,
    pictures: pictures.length,
  }
}

export const NO_CHANGES = { farms: [0, 0], varieties: [0, 0], offers: [0, 0], counts: 0, pictures: 0 }

export function offer(db: Db, slug: string, label: string): Offer {
  const found = db
    .select({ offer: offers })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(and(eq(varieties.slug, slug), eq(offers.label, label)))
    .get()
  if (!found) throw new Error(`there is no ${slug} ${label}`)
  return found.offer
}

export const variety = (db: Db, slug: string) =>
  db.select().from(varieties).where(eq(varieties.slug, slug)).get()

export const movementsOf = (db: Db, offerId: number) =>
  db
    .select({ fcId: stockMovements.fcId, delta: stockMovements.delta, reason: stockMovements.reason })
    .from(stockMovements)
    .where(eq(stockMovements.offerId, offerId))
    .orderBy(stockMovements.id)
    .all()
