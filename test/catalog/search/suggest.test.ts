import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { varieties } from '#db/schema/index.ts'
import { MAX_SUGGESTIONS, suggest } from '#src/catalog/search/suggest.ts'
import { world } from '../../support/world.ts'
import { fillCatalog } from './whole-catalog.ts'

async function shop() {
  const { db } = await world()
  fillCatalog(db)
  return db
}

describe('CAT-4 suggestions', async () => {
  const db = await shop()

  test('complete cuts, names and farms in natural spelling, the cut first', () => {
    expect(suggest(db, 'ribey').slice(0, 2)).toEqual(['Ribeye', 'Grass-fed ribeye'])
    expect(suggest(db, 'three l')).toEqual(['Three Larks Ranch'])
    expect(suggest(db, 'por cho')).toContain('Bone-in pork chops')
    expect(suggest(db, 'be')[0]).toBe('Beef')
  })

  test.each([
    ['ribeey', 'Ribeye'],
    ['briski', 'Brisket'],
    ['sallm', 'Sockeye salmon side'],
    ['chiken th', 'Chicken thighs, bone in'],
    ['scotch', 'Ribeye'],
    ['ny', 'New York strip'],
    ['prawn', 'Shrimp'],
  ])('correct typos and know other names: %s suggests %s', (typed, text) => {
    expect(suggest(db, typed)[0]).toBe(text)
  })

  test('are at most ten, or the first five of them on request, without duplicates', () => {
    const ten = suggest(db, 'be')
    expect(ten).toHaveLength(MAX_SUGGESTIONS)
    expect(suggest(db, 'be', 5)).toEqual(ten.slice(0, 5))
    for (const typed of ['be', 'gr', 'wa', 'st', 'ri', 'po']) {
      const texts = suggest(db, typed).map((text) => text.toLowerCase())
      expect(new Set(texts).size, typed).toBe(texts.length)
    }
  })

  test('need two to sixty-four characters', () => {
    expect(suggest(db, 'r')).toEqual([])
    expect(suggest(db, ' r ')).toEqual([])
    expect(suggest(db, 'ri')).not.toEqual([])
    expect(suggest(db, `ribeye${' '.repeat(59)}x`)).toEqual([])
  })

  test('are empty for punctuation and operators, without errors', () => {
    for (const typed of ['%%', '""', '* *', '🥩🥩', '__', '\0\0']) expect(suggest(db, typed)).toEqual([])
    expect(suggest(db, '"ribeye" OR')).toEqual([])
  })
})

test('CAT-4 a hidden product is not suggested, nor a cut that only it had', async () => {
  const { db } = await world()
  db.update(varieties).set({ hidden: true }).where(eq(varieties.cut, 'bacon')).run()
  expect(suggest(db, 'bacon')).toEqual([])
})

test('CAT-4 a cut named like a property of every object is suggested like any other', async () => {
  const { db } = await world()
  db.update(varieties).set({ cut: 'constructor' }).where(eq(varieties.cut, 'bacon')).run()
  expect(suggest(db, 'construct')).toEqual(['Constructor'])
})
