import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDERS = ['public/styles', 'controllers', 'islands', 'views']

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx?)$/.test(name))
    .map((name) => join(folder, name)),
)

test('SHL-1 every layout breakpoint is in em, so that it scales with the text size', () => {
  const inPixels = files.flatMap((file) => {
    const conditions = readFileSync(file, 'utf8').match(/\([^()\n]*\bwidth\b[^()\n]*\dpx[^()\n]*\)/g) ?? []
    return conditions
      .filter((condition) => /[<>]|-width:/.test(condition))
      .map((found) => `${file}: ${found}`)
  })
  expect(files.length).toBeGreaterThan(100)
  expect(inPixels, 'write 64em, not 1024px').toEqual([])
})
