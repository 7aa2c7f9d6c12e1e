import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Journal = { entries: { idx: number }[] }

/** The migrations as they were up to one of them. */
export function migrationsUpTo(last: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync('db/migrations', folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal
  const entries = journal.entries.filter(({ idx }) => idx <= last)
  writeFileSync(file, JSON.stringify({ ...journal, entries }))
  return folder
}
