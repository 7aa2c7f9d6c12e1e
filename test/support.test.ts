import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Evaluated per file, or used in a project with one worker per file. */
const MAY = ['test/support/setup.ts', 'test/support/dom-setup.ts', 'test/providers/stand-in/page/journey.ts']

test('no helper registers a hook on import: files share workers, so only the first file would get it', () => {
  const helpers = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => join('test', name))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !MAY.includes(path))
  expect(helpers.length).toBeGreaterThan(30)
  const hooked = helpers.filter((path) => /^(before|after)(Each|All)\(/m.test(readFileSync(path, 'utf8')))
  expect(hooked).toEqual([])
})
