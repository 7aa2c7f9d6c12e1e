import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { csvEntries } from './csv.ts'
import type { Entries } from './entries.ts'
import { jsonEntries } from './json.ts'
import type { Problem } from './problems.ts'

export const MOST_BYTES = 50 * 1024 * 1024

/** Takes a CSV or JSON file apart, by its name's ending. UTF-8, with or without the mark at its beginning. */
export function readCatalogFile(file: string): { entries: Entries; problems: Problem[] } {
  const read = READERS[extname(file).toLowerCase()]
  if (!read) return refused('the name must end in .csv or .json')
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) return refused(`there is no file ${file}`)
  if (found.size > MOST_BYTES) return refused('the file is larger than 50 MB')

  const text = decoded(readFileSync(file))
  return text === null ? refused('the file is not UTF-8; save it as “CSV UTF-8”') : read(text)
}

const READERS: Record<string, typeof csvEntries> = { '.csv': csvEntries, '.json': jsonEntries }

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const refused = (reason: string) => ({
  entries: { farms: [], varieties: [], offers: [] },
  problems: [{ line: 1, reason }],
})
