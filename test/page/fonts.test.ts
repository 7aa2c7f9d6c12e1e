import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readAssets } from '#src/assets.ts'
import { isBuilt } from '../support/built-scripts.ts'
import { world } from '../support/world.ts'

/** Limit for both fonts of a page together, in kilobytes; woff2 is already compressed. */
const AT_MOST = 45

const STYLES = readFileSync('public/styles/fonts.css', 'utf8')

/** Whether a subset of the font includes a character. */
function partOf(family: string, part: string): (character: string) => boolean {
  const face = new RegExp(`${family}-[a-z-]+-normal\\.woff2\\?${part}'[^}]*unicode-range:([^;]*);`)
  const [, ranges = ''] = face.exec(STYLES) ?? []
  const spans = [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, first = '', last = first]) =>
    [first, last].map((code) => Number.parseInt(code, 16)),
  )
  expect(spans.length).toBeGreaterThan(0)
  return (character) =>
    spans.some(([first = 0, last = 0]) => first <= character.charCodeAt(0) && character.charCodeAt(0) <= last)
}

const charactersIn = (texts: string[]) => [...new Set(texts.join('').replaceAll('\n', ''))]

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))

describe.each(['fraunces', 'inter'])('%s', (family) => {
  test('SPD-2 every character on our pages is in the subset that each page preloads', () => {
    const said = charactersIn([
      ...['views', 'islands', 'controllers'].flatMap(sourcesIn),
      readFileSync('src/demo/catalog.json', 'utf8'),
    ])
    expect(said).toContain('½')
    expect(said.filter((character) => !partOf(family, 'basic')(character))).toEqual([])
  })

  test('SPD-2 characters of European names are in the other subsets', () => {
    const parts = ['basic', 'accents', 'extended'].map((part) => partOf(family, part))
    const names = charactersIn(['Zoë Łukasz Ñuñez Çelik Ðorđe Óskar Åsa Žižek Șerban François Øyvind Süß'])
    expect(names.filter((character) => !parts.some((has) => has(character)))).toEqual([])
  })
})

test.runIf(isBuilt)('SPD-2 the preloaded fonts stay within budget', async () => {
  const { shopper } = await world()
  const html = await (await (await shopper()).visit('/shop')).text()
  const preloaded = [...html.matchAll(/rel="preload" href="\/build\/([\w-]+\.woff2)"/g)].map(
    ([, name = '']) => name,
  )
  expect(preloaded).toEqual(['fraunces-basic.woff2', 'inter-basic.woff2'])
  const bytes = preloaded.map((name) => statSync(`public${readAssets().url(name)}`).size)
  expect(bytes.reduce((sum, size) => sum + size, 0) / 1_000).toBeLessThan(AT_MOST)
})
