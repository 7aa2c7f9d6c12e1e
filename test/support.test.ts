import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Evaluated anew for every file, or in a project whose files have a worker each. */
const MAY = ['test/support/setup.ts', 'test/support/dom-setup.ts', 'test/providers/stand-in/page/journey.ts']

test('no helper registers a hook by being imported: files share workers, and only the first would have it', () => {
  const helpers = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => join('test', name))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !MAY.includes(path))
  expect(helpers.length).toBeGreaterThan(30)
  const hooked = helpers.filter((path) => /^(before|after)(Each|All)\(/m.test(readFileSync(path, 'utf8')))
  expect(hooked).toEqual([])
})
