import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the worker has every job that is defined', () => {
  const defined = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [...readFileSync(join('src', name), 'utf8').matchAll(/^export const (\w+) = job\(/gm)])
    .map(([, name]) => name)
  const [, list = ''] = /JOBS[^[]*\[\] = \[([^\]]*)\]/.exec(readFileSync('src/work/jobs.ts', 'utf8')) ?? []
  expect(defined.length).toBeGreaterThan(10)
  expect(list.match(/\w+/g)?.sort()).toEqual(defined.sort())
})
