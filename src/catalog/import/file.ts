import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { csvEntries } from './csv.ts'
import type { Entries } from './entries.ts'
import { jsonEntries } from './json.ts'
import type { Problem } from './problems.ts'

export const MAX_BYTES = 50 * 1024 * 1024

/** Parses a CSV or JSON file, by its extension. It must be UTF-8; a byte order mark is fine. */
export function readCatalogFile(file: string): { entries: Entries; problems: Problem[] } {
  const parse = PARSERS[extname(file).toLowerCase()]
  if (!parse) return refused('the file name must end in .csv or .json')
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) return refused(`there is no file ${file}`)
  if (stats.size > MAX_BYTES) return refused('the file is larger than 50 MB')

  const text = decoded(readFileSync(file))
  return text === null ? refused(NOT_UTF8) : parse(text)
}

/** An uploaded file: JSON if it begins like JSON, whatever its name says. */
export function readCatalogBytes(bytes: Buffer): { entries: Entries; problems: Problem[] } {
  const text = decoded(bytes)
  if (text === null) return refused(NOT_UTF8)
  return /^\s*[[{]/.test(text) ? jsonEntries(text) : csvEntries(text)
}

const NOT_UTF8 = 'the file is not UTF-8; save it as “CSV UTF-8”'

const PARSERS: Record<string, typeof csvEntries> = { '.csv': csvEntries, '.json': jsonEntries }

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const refused = (reason: string) => ({
  entries: { farms: [], varieties: [], offers: [], bundles: [] },
  problems: [{ line: 1, reason }],
})
