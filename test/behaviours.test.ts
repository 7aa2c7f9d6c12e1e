import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const NUMBER = /^(?:[A-Z]{2,3}-\d+|R\d+)$/

/** The list has one `- PAY-12 words` line per promise. */
const listed = [...readFileSync('test/BEHAVIOURS.md', 'utf8').matchAll(/^- (\S+) (.+)$/gm)].map(
  ([, number = '', words = '']) => ({ number, words }),
)

/** The behavior numbers at the start of each title: 'GND-6 R14 …' has two. */
function numbersIn(text: string): string[] {
  const titles = text.matchAll(/['"`]((?:(?:[A-Z]{2,3}-\d+|R\d+),? )+)/g)
  return [...titles].flatMap(([, start = '']) => start.trim().split(/,? /))
}

const inTitles = new Set(
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .flatMap((name) => numbersIn(readFileSync(join('test', name), 'utf8'))),
)

test('every promise on the list has a test with its number in the title', () => {
  expect(listed.length).toBeGreaterThan(40)
  const unproven = listed.map(({ number }) => number).filter((number) => !inTitles.has(number))
  expect(unproven, 'no test title begins with these').toEqual([])
})

test('every number in a title is on the list', () => {
  const numbers = new Set(listed.map(({ number }) => number))
  const unlisted = [...inTitles].filter((number) => !numbers.has(number)).sort()
  expect(unlisted, 'add these to test/BEHAVIOURS.md').toEqual([])
})

test('the list keeps the numbers of a series together, in order', () => {
  const series = (number: string) => number.replace(/-?\d+$/, '')
  const sections = readFileSync('test/BEHAVIOURS.md', 'utf8').split(/^## /m).slice(1)
  const inSections = sections.flatMap((section) => [
    ...new Set([...section.matchAll(/^- (\S+)/gm)].map(([, number = '']) => series(number))),
  ])
  expect(inSections.filter((name, at) => inSections.indexOf(name) !== at)).toEqual([])
  const counted = listed.map(({ number }) => [series(number), Number(number.match(/\d+$/))] as const)
  const early = counted.filter(([name, count], at) =>
    counted.slice(0, at).some(([other, earlier]) => other === name && earlier > count),
  )
  expect(early, 'move these after the smaller numbers').toEqual([])
})

test('the list names each promise once and describes it', () => {
  expect(new Set(listed.map(({ number }) => number)).size).toBe(listed.length)
  for (const { number, words } of listed) {
    expect(number).toMatch(NUMBER)
    expect(words.length).toBeGreaterThan(10)
  }
})
