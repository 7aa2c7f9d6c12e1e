import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { FORMAT, lastRuns, type Run, saveRun } from './history.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-history-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (minute: number, form: string): Run => ({
  format: FORMAT,
  startedAt: `2026-11-23T12:${minute}:00.000Z`,
  commit: 'abc1234+',
  machine: '',
  form,
  rows: [],
  figures: [],
  bars: [],
})

test('SPD-5 the previous run is the last one of the same form', () => {
  expect(lastRuns(folder)).toBeNull()
  for (const one of [run(10, 'full'), run(20, 'full'), run(30, 'quick'), run(40, 'full')])
    saveRun(folder, one)
  expect(lastRuns(folder)?.run.startedAt).toContain('12:40')
  expect(lastRuns(folder)?.before?.startedAt).toContain('12:20')
  saveRun(folder, run(50, 'quick'))
  expect(lastRuns(folder)?.before?.startedAt).toContain('12:30')
})

test('SPD-5 runs saved in another format are skipped', () => {
  saveRun(folder, run(10, 'full'))
  saveRun(folder, { ...run(20, 'full'), format: FORMAT + 1 } as Run)
  expect(lastRuns(folder)).toMatchObject({ run: run(10, 'full'), before: null })
})
