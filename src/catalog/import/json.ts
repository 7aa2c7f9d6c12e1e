import { type Entries, type Entry, MOST_ENTRIES } from './entries.ts'
import type { Problem } from './problems.ts'

const KINDS = ['farms', 'varieties', 'offers'] as const

/** One object of three lists. */
export function jsonEntries(text: string): { entries: Entries; problems: Problem[] } {
  const entries: Entries = { farms: [], varieties: [], offers: [] }
  const root = parsed(text)
  if ('problem' in root) return { entries, problems: [root.problem] }
  if (!isObject(root.value)) return { entries, problems: [{ line: 1, reason: 'must be an object' }] }

  const lines = linesOf(text)
  const problems: Problem[] = Object.keys(root.value)
    .filter((name) => !KINDS.some((kind) => kind === name))
    .map((name) => ({ line: 1, reason: `“${name}” is no part of a catalog` }))
  for (const kind of KINDS) {
    const list = root.value[kind] ?? []
    if (!Array.isArray(list)) problems.push({ line: 1, reason: `${kind} must be a list` })
    else if (list.length > MOST_ENTRIES)
      problems.push({ line: 1, reason: `more than ${MOST_ENTRIES} ${kind}` })
    else entries[kind] = list.flatMap((item, at) => toEntry(item, lines.get(kind)?.[at] ?? 1, problems))
  }
  return { entries, problems }
}

function toEntry(item: unknown, line: number, problems: Problem[]): Entry[] {
  if (isObject(item)) return [{ line, given: saidOf(item) }]
  problems.push({ line, reason: 'must be an object' })
  return []
}

/** Null and empty text say nothing, as an empty cell does. */
const saidOf = (item: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== ''))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): { value: unknown } | { problem: Problem } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unreadable'
    return { problem: { line: brokenLine(text), reason: `not readable as JSON: ${message}` } }
  }
}

/** The first line with which the text is no beginning of JSON any more; the error does not always tell. */
function brokenLine(text: string): number {
  const lines = text.split('\n')
  let sound = 0
  let broken = lines.length
  while (broken - sound > 1) {
    const middle = Math.floor((sound + broken) / 2)
    if (isBeginning(lines.slice(0, middle).join('\n').trimEnd())) sound = middle
    else broken = middle
  }
  return broken
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const message = String(error)
    return /end of JSON/.test(message) || Number(/position (\d+)/.exec(message)?.[1] ?? -1) >= text.length
  }
}

/** On which lines the things of each list begin; JSON.parse does not tell. The text is known to be well-formed. */
function linesOf(text: string): Map<string, number[]> {
  const lines = new Map<string, number[]>()
  let line = 1
  let depth = 0
  let kind = ''
  let isBegun = false
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '\n') line++
    else if (token === ',') isBegun &&= depth > 2
    else if (depth === 1 && token.startsWith('"')) kind = String(JSON.parse(token))
    else {
      if (depth === 2 && !isBegun && token !== ']') {
        lines.get(kind)?.push(line)
        isBegun = true
      }
      if (depth === 1 && token === '[') {
        lines.set(kind, [])
        isBegun = false
      }
      if (token === '{' || token === '[') depth++
      if (token === '}' || token === ']') depth--
    }
  }
  return lines
}

/** Strings whole, so that brackets and commas inside them are not seen. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],\n]|[^\s"{}[\],:]+/g
