import { expect, test } from 'vitest'
import { editDistance, typosAllowed } from '#src/catalog/search/typos.ts'

test('CAT-4 an extra, missing or wrong letter and a swapped pair count as one typo each', () => {
  const slips = (typed: string, meant: string) => editDistance(typed, meant, 3)
  expect(slips('brisket', 'brisket')).toBe(0)
  expect(slips('briskit', 'brisket')).toBe(1)
  expect(slips('sallmon', 'salmon')).toBe(1)
  expect(slips('bacn', 'bacon')).toBe(1)
  expect(slips('ribeey', 'ribeye')).toBe(1)
  expect(slips('sosage', 'sausage')).toBe(2)
  expect(slips('', 'ham')).toBe(3)
})

test('CAT-4 counting stops beyond the limit', () => {
  expect(editDistance('salmon', 'brisket', 2)).toBe(3)
  expect(editDistance('s', 'salmon', 2)).toBe(3)
})

test('CAT-4 an unfinished word is compared with the start of the other', () => {
  expect(editDistance('sallm', 'salmon', 2, true)).toBe(1)
  expect(editDistance('bris', 'brisket', 2, true)).toBe(0)
})

test('CAT-4 short words allow one typo, long ones two, and two-letter words none', () => {
  expect(['ny', 'ham', 'steak', 'ribeye'].map(typosAllowed)).toEqual([0, 1, 1, 2])
})
