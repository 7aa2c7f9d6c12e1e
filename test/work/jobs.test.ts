import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failureSentence, hasWords } from '#src/jobs/words.ts'
import { JOBS } from '#src/work/jobs.ts'

test('the worker has every job that is defined', () => {
  const defined = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [...readFileSync(join('src', name), 'utf8').matchAll(/^export const (\w+) = job\(/gm)])
    .map(([, name]) => name)
  const [, list = ''] = /JOBS[^[]*\[\] = \[([^\]]*)\]/.exec(readFileSync('src/work/jobs.ts', 'utf8')) ?? []
  expect(defined.length).toBeGreaterThan(10)
  expect(list.match(/\w+/g)?.sort()).toEqual(defined.sort())
})

test('every job that fails is named in words that the owner understands', () => {
  for (const { kind } of JOBS) {
    expect(hasWords(kind), kind).toBe(true)
    expect(failureSentence(kind, null)).toMatch(/^[A-Z][^_:]+ couldn't be [^_]+\.$/)
  }
  expect(failureSentence('mail_receipt', 'DW-4K7M2Q')).toBe("The receipt couldn't be sent: order DW-4K7M2Q.")
})
