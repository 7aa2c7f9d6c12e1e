import { expect, test } from 'vitest'
import { dump } from '../../support/dump.ts'
import { world } from '../../support/world.ts'
import { csv, importText, offer, reasonsOf } from './import-folder.ts'

const HEAD = 'variety_slug,label,serves,weight_grams,price,price_per_pound,max_weight_grams,tare_grams'

test('CWT-1 an import can sell an offer by weight, priced at most at its heaviest pack', async () => {
  const { db } = await world()
  await importText(db, 'new.csv', csv(HEAD, 'demo-fifty,about 5 lb,8,2268,,12.00,2722,30'))
  expect(offer(db, 'demo-fifty', 'about 5 lb')).toMatchObject({
    priceCents: 7_200,
    poundCents: 1_200,
    maxGrams: 2_722,
    tareGrams: 30,
  })
  await importText(db, 'dearer.csv', csv('variety_slug,label,price_per_pound', 'demo-fifty,about 5 lb,13.00'))
  expect(offer(db, 'demo-fifty', 'about 5 lb')).toMatchObject({ priceCents: 7_800, maxGrams: 2_722 })
  await importText(db, 'fixed.csv', csv('variety_slug,label,price', 'demo-fifty,about 5 lb,60.00'))
  expect(offer(db, 'demo-fifty', 'about 5 lb')).toMatchObject({
    priceCents: 6_000,
    poundCents: null,
    maxGrams: null,
  })
})

test('LOT-1 an import sets how long an offer keeps at home, and leaves it alone if not given', async () => {
  const { db } = await world()
  const kept = () => offer(db, 'demo-fifty', '4 lb').minDaysAtHome
  expect(kept()).toBe(7)
  await importText(db, 'days.csv', csv('variety_slug,label,min_days_at_home', 'demo-fifty,4 lb,21'))
  expect(kept()).toBe(21)
  await importText(db, 'price.csv', csv('variety_slug,label,price', 'demo-fifty,4 lb,50.00'))
  expect(kept()).toBe(21)
})

test.each([
  ['60.00,12.00,2722', /either a price or a price_per_pound/],
  [',12.00,', /still needs max_weight_grams/],
  [',12.00,2000', /max_weight_grams 2000 is below weight_grams 2268/],
  [',9999.00,90000', /could cost more than 10000 dollars/],
])('CWT-1 an import rejects the price %s and changes nothing', async (price, reason) => {
  const { db } = await world()
  const before = dump(db)
  const outcome = await importText(db, 'bad.csv', csv(HEAD, `demo-fifty,about 5 lb,8,2268,${price},30`))
  expect(reasonsOf(outcome).join('\n')).toMatch(reason)
  expect(dump(db)).toEqual(before)
})
