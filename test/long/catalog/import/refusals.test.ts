import { expect, test } from 'vitest'
import { csv, importText, reasonsOf } from '../../../catalog/import/import-folder.ts'
import { changedTables, dump } from '../../../support/dump.ts'
import { world } from '../../../support/world.ts'

/** The errors for a file imported into a shop that has everything else. Checks that nothing was written. */
async function refusalOf(name: string, text: string | Buffer): Promise<string[]> {
  const { db } = await world()
  const before = dump(db)
  const outcome = await importText(db, name, text)
  expect(outcome.ok).toBe(false)
  expect(changedTables(before, dump(db))).toEqual([])
  return reasonsOf(outcome)
}

const PRICE = 'must be a price in dollars from 0.01 to 10000.00, such as 24.90'

test('GND-32 each bad row is reported by line and reason', async () => {
  const rows = csv(
    'variety_slug,label,price,weight_grams,min_quantity,max_quantity,state,animal,stock_1,stock_7,farm_slug',
    'grass-fed-ribeye,14 oz,0,,,,,,,,',
    'grass-fed-ribeye,10 oz,10000.01,-1,,,,,,,',
    '',
    '"grass-fed-ribeye","2 × 14 oz",12.345,1.5,,,,,-3,,',
    'wagyu-ribeye,10 oz,,,5,4,,,,,',
    'wagyu-ribeye,14 oz,,,,,Narnia,,,,caliche-creek-wagyu',
    'Wagyu Ribeye,"one\n\nlabel",,,,,,,,,',
    'wagyu-ribeye,2 × 14 oz,,,,,,,,12,',
    'wagyu-ribeye,2 × 14 oz,,,,,,,,,',
    'wagyu-ribeye,,,,,,,unicorn,,,',
    'no-such-thing,1 lb,9.90,454,,,,,,,',
    'short,row',
    'demo-fifty,1 lb,9.90,454,,,,,,,no-such-farm',
  )
  expect(await refusalOf('bad.csv', rows)).toEqual([
    `line 2: price ${PRICE}`,
    'line 3: weight_grams must be a whole number from 1 to 100000',
    `line 3: price ${PRICE}`,
    'line 5: weight_grams must be a whole number from 1 to 100000',
    `line 5: price ${PRICE}`,
    'line 5: stock_1 must be a whole number from 0 to 10000000',
    'line 6: max_quantity 4 is below min_quantity 5',
    'line 7: state must be a US state, such as MT',
    'line 8: variety_slug must be a slug of up to 80 lowercase letters, digits and single hyphens',
    'line 11: there is no center 7',
    'line 12: wagyu-ribeye “2 × 14 oz” is already on line 11',
    'line 13: animal must be beef, pork, lamb, bison, poultry, seafood or pantry',
    'line 13: label is missing',
    'line 14: variety no-such-thing is new and still needs farm_slug, variety_name, animal, cut, summary, story, raised',
    'line 14: no-such-thing “1 lb” is new and still needs serves',
    'line 15: 2 cells, but the header has 11 columns',
    'line 16: farm no-such-farm is new and still needs farm_name, town, state, region, latitude, longitude, farm_story',
    'line 16: demo-fifty “1 lb” is new and still needs serves',
  ])
})

test('GND-32 reports the first hundred bad rows and counts the rest', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => `grass-fed-ribeye,${at} oz,free`)
  const reasons = await refusalOf('many.csv', csv('variety_slug,label,price', ...rows))
  expect(reasons).toHaveLength(101)
  expect(reasons[0]).toBe(`line 2: price ${PRICE}`)
  expect(reasons[99]).toBe(`line 101: price ${PRICE}`)
  expect(reasons[100]).toBe('and 150 more')
})

test('GND-32 rows of one variety that contradict each other are reported', async () => {
  const rows = csv(
    'variety_slug,label,summary,state,farm_slug',
    'grass-fed-ribeye,14 oz,Good,MT,three-larks-ranch',
    'grass-fed-ribeye,10 oz,Better,MT,three-larks-ranch',
    'grass-fed-ribeye,2 × 14 oz,,ID,three-larks-ranch',
  )
  expect(await refusalOf('two-minds.csv', rows)).toEqual([
    'line 3: summary contradicts line 2',
    'line 4: state contradicts line 2',
  ])
})

test('GND-32 an error in a JSON file names the line where its object begins', async () => {
  const text = `{
 "offers": [
  { "variety": "grass-fed-ribeye", "label": "14 oz", "price": "a } bracket, [and] \\"quotes\\"" }, 7,

  {
    "variety": "grass-fed-ribeye",
    "label": "10 oz", "stock": { "1": 2.5, "x": 1 }, "colour": "red"
  }
 ],
 "farms": [{ "slug": "three-larks-ranch", "badges": ["ok", 5, ""] }, {"slug": "new one"}],
 "prices": []
}`
  expect(await refusalOf('bad.json', text)).toEqual([
    'line 1: “prices” is not a catalog section',
    'line 3: must be an object',
    `line 3: price ${PRICE}`,
    'line 5: stock.1 must be a whole number from 0 to 10000000',
    'line 5: stock.x is not a center number',
    'line 5: unknown field “colour”',
    'line 10: badges must be at most 12 items of 1 to 40 characters',
    'line 10: slug must be a slug of up to 80 lowercase letters, digits and single hyphens',
  ])
})

test.each([
  ['an empty file', 'a.csv', '', 'line 1: the file is empty'],
  [
    'an unknown column',
    'a.csv',
    'variety_slug,label,colour\na,b,c',
    'line 1: “colour” is not a catalog column',
  ],
  ['a column twice', 'a.csv', 'variety_slug,label,label\na,b,c', 'line 1: the column “label” appears twice'],
  ['no column of keys', 'a.csv', 'label,price\na,1', 'line 1: the column variety_slug is missing'],
  [
    'an open quote',
    'a.csv',
    'variety_slug,label\na,b\nc,"d\n',
    /^line [34]: not valid CSV: a quotation mark \("\) opens a cell and no other closes it$/,
  ],
  [
    'a quote inside a cell',
    'a.csv',
    'variety_slug,label\na,10" pan\n',
    'line 2: not valid CSV: a quotation mark (") inside a cell must be doubled, and the whole cell quoted',
  ],
  [
    'a word after a closing quote',
    'a.csv',
    'variety_slug,label\na,"b" c\n',
    'line 2: not valid CSV: after the quotation mark (") that closes a cell, a comma must follow',
  ],
  [
    'a file with semicolons',
    'a.csv',
    'variety_slug;label;notes\na;b;"c ""d"" e"x\n',
    'line 1: the columns must be separated by commas, not semicolons',
  ],
  ['broken JSON', 'a.json', '{\n "farms": [\n}', /^line 3: not valid JSON/],
  ['another ending', 'a.xlsx', 'PK', 'line 1: the file name must end in .csv or .json'],
  [
    'another encoding',
    'a.csv',
    Buffer.from('variety_slug,label\ncaf\xe9,b', 'latin1'),
    /^line 1: the file is not UTF-8/,
  ],
  [
    'control characters',
    'a.csv',
    'variety_slug,label\ngrass-fed-ribeye,a\u0000b',
    /^line 2: label must be plain text/,
  ],
  ['a prototype', 'a.json', '{"offers":[{"variety":"a","label":"b","__proto__":{"price":1}}]}', /__proto__/],
])('GND-32 %s is refused with a reason', async (_, name, text, reason) => {
  const [first] = await refusalOf(name, text)
  expect(first).toMatch(reason)
})

test('GND-32 a thirteenth weight, which no page would show, is refused', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `demo-fifty,No. ${at},2,${454 + at},10.00`)
  const reasons = await refusalOf('many.csv', csv('variety_slug,label,serves,weight_grams,price', ...rows))
  expect(reasons).toEqual(['line 13: a variety has at most 12 weights'])
})
