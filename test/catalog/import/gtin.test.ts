import { expect, test } from 'vitest'
import { dump } from '../../support/dump.ts'
import { world } from '../../support/world.ts'
import { csv, importText, offer, reasonsOf } from './import-folder.ts'

const HEAD = 'variety_slug,label,gtin'
const RIBEYE = 'grass-fed-ribeye'

test('FUL-11 an import sets the GTIN of an offer’s packs, keeps it if not given, and can remove it', async () => {
  const { db } = await world()
  const gtinAfter = async (...rows: string[]) => {
    expect(reasonsOf(await importText(db, 'gtins.csv', csv(...rows)))).toEqual([])
    return offer(db, RIBEYE, '10 oz').gtin
  }
  expect(await gtinAfter(HEAD, `${RIBEYE},10 oz,036000291452`)).toBe('00036000291452')
  expect(await gtinAfter('variety_slug,label,serves', `${RIBEYE},10 oz,2`)).toBe('00036000291452')
  expect(await gtinAfter(HEAD, `${RIBEYE},10 oz,212345017999`)).toBe('00212345000007')
  expect(await gtinAfter(HEAD, `${RIBEYE},10 oz,-`)).toBe(null)
})

test.each([
  ['a wrong check digit', '036000291453', /gtin must be a GTIN or UPC/],
  ['a lost leading zero', '36000291452', /gtin must be a GTIN or UPC/],
  ['words', 'none', /gtin must be a GTIN or UPC/],
])('FUL-11 an import rejects a GTIN with %s and changes nothing', async (_, gtin, reason) => {
  const { db } = await world()
  const before = dump(db)
  expect(reasonsOf(await importText(db, 'bad.csv', csv(HEAD, `${RIBEYE},10 oz,${gtin}`))).join()).toMatch(
    reason,
  )
  expect(dump(db)).toEqual(before)
})

test('FUL-11 a GTIN is unique within a farm, in the file and in the shop, and another farm may share it', async () => {
  const { db } = await world()
  const { gtin } = offer(db, RIBEYE, '10 oz')
  const twice = await importText(db, 'twice.csv', csv(HEAD, `${RIBEYE},14 oz,${gtin}`))
  expect(reasonsOf(twice).join()).toContain(`gtin ${gtin} is already that of ${RIBEYE} “10 oz”`)
  const swapped = [`${RIBEYE},14 oz,${gtin}`, `${RIBEYE},10 oz,${offer(db, RIBEYE, '14 oz').gtin}`]
  expect(reasonsOf(await importText(db, 'swap.csv', csv(HEAD, ...swapped)))).toEqual([])
  expect(offer(db, RIBEYE, '14 oz').gtin).toBe(gtin)
  expect(reasonsOf(await importText(db, 'other.csv', csv(HEAD, `wagyu-ribeye,10 oz,${gtin}`)))).toEqual([])
})
