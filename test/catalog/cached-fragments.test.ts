import { expect, test } from 'vitest'
import { cacheFragments } from '#views/shared/cached-fragments.ts'
import {
  type Fragment,
  PageFragments,
  SEARCH_SLOT,
  TOKEN_SLOT,
  toFragment,
} from '#views/shared/page-fragments.ts'

const shown = ({ parts }: Fragment) => parts.join('')

test('a piece is drawn once for the same facts, and anew when any of them changes', () => {
  const drawn: string[] = []
  const piece = cacheFragments({ limit: 10 }, ({ name, cents }: { name: string; cents: number }) => {
    drawn.push(`${name} ${cents}`)
    return `<b>${name} ${cents}</b>`
  })
  expect(shown(piece({ name: 'ribeye', cents: 1 }))).toBe('<b>ribeye 1</b>')
  expect(shown(piece({ name: 'ribeye', cents: 1 }))).toBe('<b>ribeye 1</b>')
  expect(shown(piece({ name: 'ribeye', cents: 2 }))).toBe('<b>ribeye 2</b>')
  expect(drawn).toEqual(['ribeye 1', 'ribeye 2'])
})

test('GND-10 the pieces kept are bounded, the oldest going first', () => {
  let drawn = 0
  const piece = cacheFragments({ limit: 2 }, (name: string) => `${name}${++drawn}`)
  for (const name of ['a', 'b', 'c']) piece(name)
  expect([piece('b'), piece('c'), piece('a')].map(shown)).toEqual(['b2', 'c3', 'a4'])
})

test('a piece known by an object is the same for as long as the object is', () => {
  let drawn = 0
  const ribeye = { name: 'ribeye' }
  const piece = cacheFragments<typeof ribeye>(
    { limit: 1, known: (by) => ({ by, as: 'card' }) },
    ({ name }) => `${name} ${++drawn}`,
  )
  const first = piece(ribeye)
  piece({ name: 'brisket' })
  expect(piece(ribeye)).toBe(first)
  expect(shown(piece({ name: 'ribeye' }))).toBe('ribeye 3')
})

test('a page is put together of its pieces, with the visitor’s token in each of them', () => {
  const pieces = new PageFragments({ token: 'mine', searched: '' })
  const card = toFragment(`<b>“ribeye”</b><i title="${TOKEN_SLOT}">${TOKEN_SLOT}</i>`)
  const page = `<p>${pieces.place(card)} and ${pieces.place(toFragment('plain'))}, ${pieces.place(card)}</p>`
  const seen = '<b>“ribeye”</b><i title="mine">mine</i>'
  expect(`${pieces.assemble(page)}`).toBe(`<p>${seen} and plain, ${seen}</p>`)
})

test('a piece inside a piece would be lost, and is refused', () => {
  const pieces = new PageFragments({ token: 'mine', searched: '' })
  expect(() => toFragment(`<p>${pieces.place(toFragment('inner'))}</p>`)).toThrow(
    'cannot contain another fragment',
  )
})

test('CAT-4 what was searched for stands in a piece as text, whatever it is', () => {
  const pieces = new PageFragments({ token: 'mine', searched: '"><b>' })
  const box = toFragment(`<input value="${SEARCH_SLOT}" data-token="${TOKEN_SLOT}">`)
  expect(`${pieces.assemble(`${pieces.place(box)}`)}`).toBe(
    '<input value="&quot;&gt;&lt;b&gt;" data-token="mine">',
  )
})
