import { reasonOf } from '../../reason.ts'
import { type Entries, type Entry, MAX_ENTRIES } from './entries.ts'
import type { Problem } from './problems.ts'

const KINDS = ['farms', 'varieties', 'offers', 'bundles'] as const

export function jsonEntries(text: string): { entries: Entries; problems: Problem[] } {
  const entries: Entries = { farms: [], varieties: [], offers: [], bundles: [] }
  const root = parsed(text)
  if ('problem' in root) return { entries, problems: [root.problem] }
  if (!isObject(root.value)) return { entries, problems: [{ line: 1, reason: 'must be an object' }] }

  const lines = linesOf(text)
  const problems: Problem[] = Object.keys(root.value)
    .filter((name) => !KINDS.some((kind) => kind === name))
    .map((name) => ({ line: 1, reason: `“${name}” is not a catalog section` }))
  for (const kind of KINDS) {
    const list = root.value[kind] ?? []
    if (!Array.isArray(list)) problems.push({ line: 1, reason: `${kind} must be a list` })
    else if (list.length > MAX_ENTRIES) problems.push({ line: 1, reason: `more than ${MAX_ENTRIES} ${kind}` })
    else entries[kind] = list.flatMap((item, at) => toEntry(item, lines.get(kind)?.[at] ?? 1, problems))
  }
  return { entries, problems }
}

function toEntry(item: unknown, line: number, problems: Problem[]): Entry[] {
  if (isObject(item)) return [{ line, given: withoutEmpty(item) }]
  problems.push({ line, reason: 'must be an object' })
  return []
}

/** Null and '' leave a field out, like an empty CSV cell. */
const withoutEmpty = (item: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== ''))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): { value: unknown } | { problem: Problem } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: { line: brokenLine(text), reason: `not valid JSON: ${reasonOf(error)}` } }
  }
}

/** The first line that makes the text invalid, by binary search. The error doesn't always say. */
function brokenLine(text: string): number {
  const lines = text.split('\n')
  let valid = 0
  let broken = lines.length
  while (broken - valid > 1) {
    const middle = Math.floor((valid + broken) / 2)
    if (isValidPrefix(lines.slice(0, middle).join('\n').trimEnd())) valid = middle
    else broken = middle
  }
  return broken
}

function isValidPrefix(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const message = String(error)
    return /end of JSON/.test(message) || Number(/position (\d+)/.exec(message)?.[1] ?? -1) >= text.length
  }
}

/** The line on which each list item starts, which JSON.parse doesn't report. The text must be well-formed. */
function linesOf(text: string): Map<string, number[]> {
  const lines = new Map<string, number[]>()
  let line = 1
  let depth = 0
  let kind = ''
  let isInItem = false
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '\n') line++
    else if (token === ',') isInItem &&= depth > 2
    else if (depth === 1 && token.startsWith('"')) kind = String(JSON.parse(token))
    else {
      if (depth === 2 && !isInItem && token !== ']') {
        lines.get(kind)?.push(line)
        isInItem = true
      }
      if (depth === 1 && token === '[') {
        lines.set(kind, [])
        isInItem = false
      }
      if (token === '{' || token === '[') depth++
      if (token === '}' || token === ']') depth--
    }
  }
  return lines
}

/** Matches strings as a whole, so that brackets and commas inside them don't count. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],\n]|[^\s"{}[\],:]+/g
