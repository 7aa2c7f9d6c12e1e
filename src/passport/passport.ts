import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { cutNotes, type User } from '#db/schema/index.ts'
import { cutName } from '../catalog/search/cut-name.ts'
import type { RatedCut } from './json.ts'
import { scoresOf } from './rate.ts'
import {
  type BadgeChoice,
  badgeChoices,
  type Stamp,
  stampsOf,
  type Tally,
  type TastedCut,
  tallyOf,
  withBadges,
} from './stamps.ts'
import { tastedBy } from './tasted.ts'

export const STAMPS_PER_LEAF = 12
export const CUTS_PER_PAGE = 8

export type Passport = {
  /** Everything they tasted, whatever is chosen. */
  tasted: TastedCut[]
  tally: Tally
  badges: BadgeChoice[]
  chosen: string[]
  /** Of farms with the chosen badges. */
  stamps: Stamp[]
  /** The newest first. */
  cuts: TastedCut[]
}

/** Derived from what was delivered, at each visit. */
export function passportOf(db: Db, user: User, wanted: string[]): Passport {
  const tasted = tastedBy(db, user)
  const known = new Set(tasted.flatMap(({ badges }) => badges))
  const chosen = [...new Set(wanted)].filter((name) => known.has(name)).sort()
  const shown = withBadges(tasted, chosen)
  return {
    tasted,
    tally: tallyOf(tasted),
    badges: badgeChoices(tasted, chosen),
    chosen,
    stamps: stampsOf(shown, cutName),
    cuts: shown.toReversed(),
  }
}

/** What this person keeps about each of these cuts. */
export function withOwnWords(db: Db, userId: number, cuts: TastedCut[]): RatedCut[] {
  const ids = cuts.map(({ varietyId }) => varietyId)
  const scores = scoresOf(db, userId, ids)
  const notes = new Map(
    notesStatement(db)
      .all({ userId, varietyIds: JSON.stringify(ids) })
      .map((row) => [row.varietyId, row]),
  )
  return cuts.map((cut) => {
    const { notes: words = '', survey = '' } = notes.get(cut.varietyId) ?? {}
    return { ...cut, score: scores.get(cut.varietyId) ?? 0, notes: words, survey }
  })
}

const notesStatement = oncePerDatabase((db) =>
  db
    .select()
    .from(cutNotes)
    .where(
      and(
        eq(cutNotes.userId, sql.placeholder('userId')),
        sql`${cutNotes.varietyId} in (select value from json_each(${sql.placeholder('varietyIds')}))`,
      ),
    )
    .prepare(),
)

export type Part<Item> = { items: Item[]; page: number; pages: number; total: number }

/** Null past the last page. */
export function pageOf<Item>(items: Item[], page: number, size: number): Part<Item> | null {
  const pages = Math.max(1, Math.ceil(items.length / size))
  if (page > pages) return null
  return { items: items.slice((page - 1) * size, page * size), page, pages, total: items.length }
}
