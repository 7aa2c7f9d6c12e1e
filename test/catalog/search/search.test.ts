import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Db, integrityProblems } from '#db/client.ts'
import { farms, varieties } from '#db/schema/index.ts'
import { searchVarieties } from '#src/catalog/search/search.ts'
import { world } from '../../support/world.ts'
import { fillCatalog } from './whole-catalog.ts'

/** The names of the matches, best first. */
function namesFor(db: Db, query: string, exactly = false): string[] {
  const names = new Map(
    db
      .select()
      .from(varieties)
      .all()
      .map(({ id, name }) => [id, name]),
  )
  return searchVarieties(db, query, exactly).ids.map((id) => names.get(id) ?? '')
}

async function shop() {
  const { db } = await world()
  fillCatalog(db)
  return db
}

describe('CAT-4 misspelled searches for real cuts find them', async () => {
  const db = await shop()
  test.each([
    ['ribeey', 'ribeye', 'ribeye'],
    ['briskit', 'brisket', 'brisket'],
    ['sallmon', 'salmon', 'salmon'],
    ['chiken thighs', 'chicken thighs', 'Chicken thighs'],
    ['tenderlion', 'tenderloin', 'filet mignon'],
    ['bacn', 'bacon', 'bacon'],
    ['prosciuto', 'prosciutto', 'Country ham'],
    ['scalops', 'scallops', 'scallops'],
    ['shirmp', 'shrimp', 'shrimp'],
    ['turky', 'turkey', 'turkey'],
    ['halibit', 'halibut', 'halibut'],
    ['sosage', 'sausage', 'bratwurst'],
    ['brisquet', 'brisket', 'brisket'],
    ['wagu strip', 'wagyu strip', 'Wagyu New York strip'],
    ['chuck rost', 'chuck roast', 'chuck roast'],
    ['biosn', 'bison', 'bison'],
  ])('%s becomes %s', (typed, meant, name) => {
    expect(searchVarieties(db, typed).correctedQuery).toBe(meant)
    expect(namesFor(db, typed)[0]?.toLowerCase()).toContain(name.toLowerCase())
    const exactly = searchVarieties(db, typed, true)
    expect(exactly.correctedQuery).toBeNull()
    expect(exactly.isLoose || exactly.ids.length === 0).toBe(true)
  })

  test.each([
    ['porkchop', 'pork chops'],
    ['tender loin', 'filet mignon'],
    ['drum sticks', 'drumsticks'],
  ])('%s, as one word or two, finds %s', (typed, name) => {
    expect(namesFor(db, typed)[0]?.toLowerCase()).toContain(name)
  })
})

describe('CAT-4 ranking', () => {
  test('a match in the name ranks above cut, farm and note, whatever the catalog order', async () => {
    const { db } = await world()
    const model = db.select().from(varieties).where(eq(varieties.slug, 'grass-fed-ribeye')).get()!
    const farm = db.select().from(farms).where(eq(farms.id, model.farmId)).get()!
    const { id: farmId } = db
      .insert(farms)
      .values({ ...farm, id: undefined, slug: 'quokka', name: 'Quokka Farm' })
      .returning()
      .get()
    const plain = { ...model, id: undefined, story: 'Short.' }
    const note = 'Quokka, quokka and quokka again: how a quokka likes it.'
    db.insert(varieties)
      .values([
        { ...plain, slug: 'note', name: 'By note', story: note, featuredRank: 1 },
        { ...plain, slug: 'farm', name: 'By farm', farmId, featuredRank: 2 },
        { ...plain, slug: 'cut', name: 'By cut', cut: 'quokka', featuredRank: 3 },
        { ...plain, slug: 'name', name: 'Quokka steak', story: 'Long. '.repeat(80), featuredRank: 4 },
      ])
      .run()
    expect(namesFor(db, 'quokka')).toEqual(['Quokka steak', 'By cut', 'By farm', 'By note'])
  })

  test('"ribeye" lists all ribeyes before products that only mention one', async () => {
    const db = await shop()
    const found = namesFor(db, 'ribeye')
    const ribeyes = found.filter((name) => /ribeye/i.test(name))
    expect(ribeyes).toHaveLength(5)
    expect(found.length).toBeGreaterThan(5)
    expect(found.slice(0, 5)).toEqual(ribeyes)
    expect(found[0]).toBe('Grass-fed ribeye') // the first in catalog order among equals
  })

  test('a farm or its state finds its products, and words in a cooking note find the product', async () => {
    const db = await shop()
    expect(namesFor(db, 'Three Larks')).toContain('Grass-fed ribeye')
    expect(namesFor(db, 'montana')).toEqual(namesFor(db, 'Three Larks'))
    expect(namesFor(db, 'miso')).toEqual(['Black cod portions'])
  })
})

describe('CAT-4 everyday wording', async () => {
  const db = await shop()

  test('prefixes, suffixes, case, accents and punctuation make no difference', () => {
    const ribeyes = namesFor(db, 'ribeye')
    for (const query of [
      'RIBEYE',
      'ribey',
      'ribeyes',
      'Ríbeye!',
      '  ribeye ',
      'rib-eye',
      'rib eye',
      'the ribeye',
    ])
      expect(namesFor(db, query), query).toEqual(ribeyes)
  })

  test.each([
    ['scotch fillet', 'Grass-fed ribeye'],
    ['ny strip', 'Grass-fed New York strip'],
    ['kansas city strip', 'Grass-fed New York strip'],
    ['mince', 'Grass-fed ground beef'],
    ['prawns', 'Gulf white shrimp'],
    ['buffalo', 'Bison ribeye'],
    ['t-bone', 'Angus porterhouse'],
    ['sablefish', 'Black cod portions'],
    ['pork butt', 'Orchard pork shoulder'],
    ['ribeye steak', 'Grass-fed ribeye'],
  ])("another butcher's %s is our %s", (query, name) => {
    expect(namesFor(db, query)[0]).toBe(name)
    expect(searchVarieties(db, query).correctedQuery).toBeNull()
  })

  test('words that no product has together find partial matches, and say so', () => {
    const found = searchVarieties(db, 'wagyu salmon')
    expect(found.isLoose).toBe(true)
    expect(namesFor(db, 'wagyu salmon')).toEqual(
      expect.arrayContaining(['Wagyu ribeye', 'Sockeye salmon side']),
    )
  })
})

describe('CAT-4 the index follows every write to the catalog', () => {
  const rename = (db: Db, name: string) =>
    db.update(varieties).set({ name }).where(eq(varieties.slug, 'grass-fed-ribeye')).run()

  test('a new name is found at once, also when misspelled, and the old one no longer is', async () => {
    const { db } = await world()
    rename(db, 'Zabuton of the prairie')
    expect(namesFor(db, 'zabuton')).toEqual(['Zabuton of the prairie'])
    expect(searchVarieties(db, 'zabutn').correctedQuery).toBe('zabuton')
    rename(db, 'Plain')
    expect(namesFor(db, 'zabuton')).toEqual([])
  })

  test('a hidden product is not found, and its words are not suggested', async () => {
    const { db } = await world()
    rename(db, 'Zabuton')
    db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'grass-fed-ribeye')).run()
    expect(namesFor(db, 'zabuton')).toEqual([])
    expect(searchVarieties(db, 'zabutn').correctedQuery).toBeNull()
  })

  test('a renamed farm is found by its new name', async () => {
    const { db } = await world()
    db.update(farms).set({ name: 'Quokka Hill' }).where(eq(farms.slug, 'three-larks-ranch')).run()
    expect(namesFor(db, 'quokka hill')).toContain('Grass-fed ribeye')
    expect(namesFor(db, 'three larks')).not.toContain('Grass-fed ribeye')
  })

  test('a deleted product leaves nothing behind, and the index passes its integrity check', async () => {
    const { db } = await world()
    const model = db.select().from(varieties).where(eq(varieties.slug, 'grass-fed-ribeye')).get()!
    const { id } = db
      .insert(varieties)
      .values({ ...model, id: undefined, slug: 'gone', name: 'Quokka' })
      .returning()
      .get()
    expect(namesFor(db, 'quokka')).toEqual(['Quokka'])
    db.delete(varieties).where(eq(varieties.id, id)).run()
    expect(namesFor(db, 'quokka')).toEqual([])
    expect(integrityProblems(db)).toEqual([])
  })
})

test('CAT-4 operators, quotes, punctuation and long nonsense never cause an error', async () => {
  const { db } = await world()
  const hostile = [
    '"',
    '*',
    'a*',
    'NOT',
    'ribeye NOT wagyu',
    'name:ribeye',
    '^ribeye',
    'ribeye"',
    '(',
    '){',
    'NEAR(a b)',
  ]
  for (const query of [
    ...hostile,
    '%',
    '_',
    "' or 1=1 --",
    '\0',
    '🥩',
    '牛肉',
    'a '.repeat(5_000),
    'x'.repeat(10_000),
  ])
    expect(() => searchVarieties(db, query), query.slice(0, 20)).not.toThrow()
  expect(namesFor(db, '%')).toEqual([])
  expect(namesFor(db, 'ribeye -wagyu')).toEqual(namesFor(db, 'ribeye wagyu'))
})
