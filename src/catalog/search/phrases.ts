import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, varieties } from '#db/schema/index.ts'
import { categories } from '../queries.ts'
import { cutName } from './cut-name.ts'
import { meaningsOf } from './synonyms.ts'
import { wordsOf } from './words.ts'

export type Phrase = { text: string; names: string[][] }

/** All suggestions, the likeliest kind first: animals, cuts, products, farms. No text appears twice. */
export function readPhrases(db: Db): Phrase[] {
  const { cuts, names, farmNames } = statements(db)
  const texts = [
    ...categories(db).map(({ name }) => name),
    ...cuts.all().map(({ cut }) => cutName(cut)),
    ...names.all().map(({ name }) => name),
    ...farmNames.all().map(({ name }) => name),
  ]
  const unique = new Map(texts.toReversed().map((text) => [wordsOf(text).join(' '), text]))
  return [...unique.values()].toReversed().map((text) => ({ text, names: namesOf(text) }))
}

function namesOf(text: string): string[][] {
  const words = wordsOf(text)
  const phrase = meaningsOf(words)
  const otherNames = phrase?.length === words.length ? phrase.meanings.names : []
  return [words, ...otherNames.map(wordsOf)]
}

const isShown = sql`varieties.hidden = 0`

const statements = oncePerDatabase((db) => ({
  cuts: db
    .select({ cut: varieties.cut })
    .from(varieties)
    .where(isShown)
    .groupBy(varieties.cut)
    .orderBy(sql`count(*) desc`)
    .prepare(),
  names: db
    .select({ name: varieties.name })
    .from(varieties)
    .where(isShown)
    .groupBy(varieties.name)
    .orderBy(sql`min(featured_rank)`)
    .prepare(),
  farmNames: db
    .select({ name: farms.name })
    .from(farms)
    .where(sql`exists (select 1 from varieties where varieties.farm_id = farms.id and ${isShown})`)
    .orderBy(farms.name)
    .prepare(),
}))
