import { expect, test } from 'vitest'
import { MAX_CACHED_BYTES } from '#src/byte-cache.ts'
import { cacheFragments, contentId } from '#views/shared/cached-fragments.ts'
import {
  type Fragment,
  PageFragments,
  POSTAL_CODE_SLOT,
  SEARCH_SLOT,
  TOKEN_SLOT,
  toFragment,
} from '#views/shared/page-fragments.ts'

const shown = ({ parts }: Fragment) => parts.join('')

const piecesOf = (values: Partial<ConstructorParameters<typeof PageFragments>[0]>) =>
  new PageFragments({ token: '', searched: '', postalCode: '', ...values })

test('a fragment renders once for the same data, and again when any of it changes', () => {
  const drawn: string[] = []
  const piece = cacheFragments(contentId, ({ name, cents }: { name: string; cents: number }) => {
    drawn.push(`${name} ${cents}`)
    return `<b>${name} ${cents}</b>`
  })
  expect(shown(piece({ name: 'ribeye', cents: 1 }))).toBe('<b>ribeye 1</b>')
  expect(shown(piece({ name: 'ribeye', cents: 1 }))).toBe('<b>ribeye 1</b>')
  expect(shown(piece({ name: 'ribeye', cents: 2 }))).toBe('<b>ribeye 2</b>')
  expect(drawn).toEqual(['ribeye 1', 'ribeye 2'])
})

test('GND-10 SEC-8 the fragment cache is limited in bytes and evicts the least recently used', () => {
  const drawn: string[] = []
  const piece = cacheFragments(
    (name: string) => name,
    (name) => {
      drawn.push(name)
      return name.repeat(MAX_CACHED_BYTES / 4)
    },
  )
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) piece(name)
  expect(drawn.join('')).toBe('abcdb')
})

test('a page is assembled from fragments, with the visitor’s token filled into each', () => {
  const pieces = piecesOf({ token: 'mine' })
  const card = toFragment(`<b>“ribeye”</b><i title="${TOKEN_SLOT}">${TOKEN_SLOT}</i>`)
  const page = `<p>${pieces.place(card)} and ${pieces.place(toFragment('plain'))}, ${pieces.place(card)}</p>`
  const seen = '<b>“ribeye”</b><i title="mine">mine</i>'
  expect(`${pieces.assemble(page)}`).toBe(`<p>${seen} and plain, ${seen}</p>`)
})

test('a fragment inside another would be lost, and is rejected', () => {
  const pieces = piecesOf({ token: 'mine' })
  expect(() => toFragment(`<p>${pieces.place(toFragment('inner'))}</p>`)).toThrow(
    'cannot contain another fragment',
  )
})

test('CAT-4 any search text is escaped when filled into a fragment', () => {
  const pieces = piecesOf({ token: 'mine', searched: '"><b>' })
  const box = toFragment(`<input value="${SEARCH_SLOT}" data-token="${TOKEN_SLOT}">`)
  expect(`${pieces.assemble(`${pieces.place(box)}`)}`).toBe(
    '<input value="&quot;&gt;&lt;b&gt;" data-token="mine">',
  )
})

test('SEC-8 the ZIP code is filled into a fragment that visitors in all ZIP codes share', () => {
  const place = toFragment(`<b>${POSTAL_CODE_SLOT}</b>`)
  const pages = ['98101', '10001'].map((postalCode) => {
    const pieces = piecesOf({ postalCode })
    return `${pieces.assemble(`${pieces.place(place)}`)}`
  })
  expect(pages).toEqual(['<b>98101</b>', '<b>10001</b>'])
})
