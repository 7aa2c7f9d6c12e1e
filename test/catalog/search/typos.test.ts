import { expect, test } from 'vitest'
import { editDistance, typosAllowed } from '#src/catalog/search/typos.ts'

test('CAT-4 a letter too many, too few or wrong and two swapped are one slip each', () => {
  const slips = (typed: string, meant: string) => editDistance(typed, meant, 3)
  expect(slips('brisket', 'brisket')).toBe(0)
  expect(slips('briskit', 'brisket')).toBe(1)
  expect(slips('sallmon', 'salmon')).toBe(1)
  expect(slips('bacn', 'bacon')).toBe(1)
  expect(slips('ribeey', 'ribeye')).toBe(1)
  expect(slips('sosage', 'sausage')).toBe(2)
  expect(slips('', 'ham')).toBe(3)
})

test('CAT-4 more slips than asked for are not counted', () => {
  expect(editDistance('salmon', 'brisket', 2)).toBe(3)
  expect(editDistance('s', 'salmon', 2)).toBe(3)
})

test('CAT-4 a word that is only begun is compared with the beginning of the other', () => {
  expect(editDistance('sallm', 'salmon', 2, true)).toBe(1)
  expect(editDistance('bris', 'brisket', 2, true)).toBe(0)
})

test('CAT-4 short words forgive one slip, long ones two, and two letters none', () => {
  expect(['ny', 'ham', 'steak', 'ribeye'].map(typosAllowed)).toEqual([0, 1, 1, 2])
})
