import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const STYLES = 'public/styles'

/** A selector below `[aria-busy]` with only `*` or `:not()`: any element may change with the attribute. */
const ANY_BELOW = /\[aria-busy[^\]]*\](\s*>\s*|\s+)(\*|:not\()/g

test('SPD-2 no style makes the browser restyle the whole page when Turbo sets aria-busy', () => {
  const files = readdirSync(STYLES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  const found = files.flatMap((name) => {
    const rules = readFileSync(join(STYLES, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    return (rules.match(ANY_BELOW) ?? []).map((selector) => `${name}: ${selector}`)
  })
  expect(files.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
