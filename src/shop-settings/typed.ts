import { plainDollars } from '../money.ts'
import type { Field, Fields, RowsField } from './fields.ts'
import { logoWords } from './logo.ts'
import { ROW_ID } from './row-id.ts'

/** A value as its form shows it, and as scripts send and get it. */
export type Typed = { [name: string]: string | boolean | string[] | Typed[] }

export const typedOf = (fields: Fields, value: Record<string, unknown>): Typed =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typedField(field, value[name])]))

function typedField(field: Field, value: unknown): Typed[string] {
  switch (field.kind) {
    case 'money':
      return typeof value === 'number' ? plainDollars(value) : ''
    case 'percent':
      return typeof value === 'number' ? String(value / 10_000) : ''
    case 'check':
      return value === true
    case 'weekdays':
      return Array.isArray(value) ? value.map(String) : []
    case 'rows':
      return Array.isArray(value) ? value.map((row, at) => typedOf(field.of, withPlace(field, row, at))) : []
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}

/** A row that was saved before rows had numbers has that of its place. */
const withPlace = ({ of }: RowsField, row: Record<string, unknown>, at: number) =>
  of.id === ROW_ID && row.id === undefined ? { ...row, id: at + 1 } : row

/** What somebody typed, with each field in the shape that its form shows, even where it's wrong. */
export const asTyped = (fields: Fields, body: Record<string, unknown>): Typed =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, keptField(field, body[name])]))

function keptField(field: Field, value: unknown): Typed[string] {
  if (field.kind === 'check') return [true, 'true', '1', 'on', 1].includes(value as never)
  if (field.kind === 'weekdays') return (Array.isArray(value) ? value : [value ?? []].flat()).map(String)
  if (field.kind !== 'rows')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const rows = Array.isArray(value) ? value : Object.values(value ?? {})
  return rows.map((row) => asTyped(field.of, (row ?? {}) as Record<string, unknown>)).filter(rowIsKept(field))
}

const rowIsKept =
  ({ key }: RowsField) =>
  (row: Typed) =>
    String(row[key] ?? '').trim() !== ''

export type Difference = { label: string; before: string; after: string }

/** Each field that differs, in words. A row of a list is named by its key. */
export function differencesOf(fields: Fields, before: Typed, after: Typed): Difference[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (isHidden(field)) return []
    if (field.kind === 'rows') return rowDifferences(field, rowsAt(before, name), rowsAt(after, name))
    const [from, to] = [inWords(field, before[name]), inWords(field, after[name])]
    if (from === to) return []
    return [
      {
        label: field.label,
        ...(field.kind === 'long' ? changedLines(from, to) : { before: from, after: to }),
      },
    ]
  })
}

/** The changed lines of a long text. If they only moved, repeat or are blank, the whole span that changed. */
function changedLines(before: string, after: string) {
  const [from, to] = [before.split('\n'), after.split('\n')]
  const changed = {
    before: from.filter((line) => !to.includes(line)).join('\n'),
    after: to.filter((line) => !from.includes(line)).join('\n'),
  }
  return changed.before.trim() || changed.after.trim() ? changed : changedSpan(from, to)
}

/** What lies between the common start and end, with one line of context on each side. */
function changedSpan(from: string[], to: string[]) {
  const most = Math.min(from.length, to.length)
  let start = 0
  while (start < most && from[start] === to[start]) start += 1
  let end = 0
  while (end < most - start && from.at(-1 - end) === to.at(-1 - end)) end += 1
  const between = (lines: string[]) =>
    lines.slice(Math.max(0, start - 1), lines.length - Math.max(0, end - 1)).join('\n')
  return { before: between(from), after: between(to) }
}

const rowsAt = (typed: Typed, name: string) => (typed[name] ?? []) as Typed[]

function rowDifferences(field: RowsField, before: Typed[], after: Typed[]): Difference[] {
  const nameOf = (row: Typed) => String(row[field.key])
  const isSame = sameRow(field)
  const pairs: { from?: Typed | undefined; to?: Typed | undefined }[] = [
    ...before.map((from) => ({ from, to: after.find((to) => isSame(from, to)) })),
    ...after.filter((to) => !before.some((from) => isSame(from, to))).map((to) => ({ to })),
  ]
  const differences = pairs.flatMap(({ from, to }): Difference[] => {
    const title = inWords(field.of[field.key], nameOf(from ?? to ?? {}))
    if (from && to)
      return differencesOf(field.of, from, to).map((difference) => ({
        ...difference,
        label: `${title}: ${difference.label}`,
      }))
    return [{ label: title, before: from ? rowWords(field, from) : '', after: to ? rowWords(field, to) : '' }]
  })
  const [order, newOrder] = [before.map(nameOf).join(', '), after.map(nameOf).join(', ')]
  if (differences.length > 0 || order === newOrder) return differences
  return [{ label: 'Order', before: order, after: newOrder }]
}

/** By the hidden number of a row, so that one with a new name isn't another; by its key where it has none. */
function sameRow({ of, key }: RowsField) {
  const hidden = Object.keys(of).find((name) => isHidden(of[name]))
  const idOf = (row: Typed) => (hidden ? String(row[hidden] ?? '') : '')
  return (from: Typed, to: Typed) =>
    idOf(from) && idOf(to) ? idOf(from) === idOf(to) : String(from[key]) === String(to[key])
}

const isHidden = (field: Field | undefined) => field?.kind === 'text' && field.hidden === true

const rowWords = ({ of }: RowsField, row: Typed) =>
  Object.entries(of)
    .filter(([, field]) => !isHidden(field))
    .map(([name, field]) => `${field.label}: ${inWords(field, row[name])}`)
    .join('; ')

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** 'picture 3f9a1c' of an uploaded one: the hash tells two of them apart. */
const pictureWords = (name: string) => name.replace(/^imported:(.{6}).*$/, 'picture $1')

export function inWords(field: Field | undefined, typed: Typed[string] | undefined): string {
  if (typeof typed === 'boolean') return typed ? 'yes' : 'no'
  if (field?.kind === 'weekdays' && Array.isArray(typed))
    return typed.map((day) => WEEKDAYS[Number(day)] ?? '').join(', ') || 'none'
  if (field?.kind === 'choice')
    return field.options.find(({ value }) => value === typed)?.label ?? String(typed ?? '')
  if (field?.kind === 'logo') return logoWords(String(typed ?? ''))
  if (field?.kind === 'picture') return pictureWords(String(typed ?? ''))
  if (field?.kind === 'money') return typed === '' ? '' : `$${typed}`
  if (field?.kind === 'percent') return typed === '' ? '' : `${typed}%`
  return typeof typed === 'string' ? typed : ''
}
