import { expect, test } from 'vitest'
import { keepPieces } from '#views/shared/kept-pieces.ts'

test('a piece is drawn once for the same facts, and anew when any of them changes', () => {
  const drawn: string[] = []
  const piece = keepPieces(10, ({ name, cents }: { name: string; cents: number }) => {
    drawn.push(`${name} ${cents}`)
    return `<b>${name} ${cents}</b>`
  })
  expect(piece({ name: 'ribeye', cents: 1 })).toBe('<b>ribeye 1</b>')
  expect(piece({ name: 'ribeye', cents: 1 })).toBe('<b>ribeye 1</b>')
  expect(piece({ name: 'ribeye', cents: 2 })).toBe('<b>ribeye 2</b>')
  expect(drawn).toEqual(['ribeye 1', 'ribeye 2'])
})

test('GND-10 the pieces kept are bounded, the oldest going first', () => {
  let drawn = 0
  const piece = keepPieces(2, (name: string) => `${name}${++drawn}`)
  for (const name of ['a', 'b', 'c']) piece(name)
  expect([piece('b'), piece('c'), piece('a')]).toEqual(['b2', 'c3', 'a4'])
})
