import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bar } from './bars.ts'
import type { Figure, Row } from './measured.ts'

/** A saved run. */
export type Run = {
  /** Changes when older runs can't be read anymore. */
  format: typeof FORMAT
  startedAt: string
  /** Ends with a plus if the files differed from the commit. */
  commit: string
  machine: string
  /** Only runs of the same form are compared. */
  form: string
  rows: Row[]
  figures: Figure[]
  /** Findings in words. */
  notes?: string[]
  bars: Bar[]
}

export const FORMAT = 1
const KEPT = 200

/** The checkout that this benchmark belongs to. */
export const BASE = process.cwd()

export function saveRun(folder: string, run: Run) {
  mkdirSync(folder, { recursive: true })
  const name = `${run.startedAt.replaceAll(/[:.]/g, '-')}-${run.commit.replace('+', '-changed')}.json`
  writeFileSync(join(folder, name), JSON.stringify(run, null, 1))
}

/** The last run, and the last one before it of the same form. */
export function lastRuns(folder: string): { run: Run; before: Run | null } | null {
  const [run, ...earlier] = runsIn(folder)
  return run ? { run, before: earlier.find(({ form }) => form === run.form) ?? null } : null
}

/** Newest first. */
function runsIn(folder: string): Run[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names
    .sort()
    .reverse()
    .slice(0, KEPT)
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Run)
    .filter(({ format }) => format === FORMAT)
}

/** Ends with a plus if the files differ from the commit. */
export function commitOf(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const commit = git('rev-parse', '--short', 'HEAD')
    return git('status', '--porcelain') === '' ? commit : `${commit}+`
  } catch {
    return 'unknown'
  }
}
