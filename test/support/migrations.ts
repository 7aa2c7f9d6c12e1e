import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Journal = { entries: { idx: number; tag: string }[] }

/** A copy of the migrations up to index `last`. */
export function migrationsUpTo(last: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync('db/migrations', folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal
  const entries = journal.entries.filter(({ idx }) => idx <= last)
  writeFileSync(file, JSON.stringify({ ...journal, entries }))
  return folder
}

/** A copy of the migrations before a named one, such as 'farm_money'. */
export function migrationsBefore(name: string): string {
  const { entries } = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8')) as Journal
  const found = entries.find(({ tag }) => tag.endsWith(`_${name}`))
  if (!found) throw new Error(`no migration ${name}`)
  return migrationsUpTo(found.idx - 1)
}
