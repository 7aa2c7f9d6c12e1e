import { formatDate, parseDay } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { shortMoment } from '../shared/local-time.ts'
import type { Said } from './audit-words.ts'

export type AuditChange = { name: string; before: string | null; after: string }

/** Only programs read it: it tells one press of a button from another. */
const PRESS = 'press'

/** What changed, then the other facts of the entry. */
export function auditChanges({ verb, detail }: Said): AuditChange[] {
  const { before, after, changes, ...others } = detail
  const facts = Object.entries(others)
    .filter(([name, value]) => name !== PRESS && !isNothing(value))
    .map(([name, value]) => fact(name, value))
  const listed = Array.isArray(changes) ? changes.filter(isRecord).map(listedChange) : []
  if (before === undefined && after === undefined) return [...listed, ...facts]
  if (verb === 'price_proposal.refused') return [fact('stays_cents', before), ...facts]
  if (!isRecord(before) && !isRecord(after)) {
    const name = isOfPrice(verb) ? 'price_cents' : ''
    const change = { name: label(name), before: inWords(name, before), after: inWords(name, after) }
    return [change, ...facts]
  }
  const [old, now] = [recordOf(before), recordOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const changed = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
  const changedFields = changed.map((name) => ({
    name: label(name),
    before: inWords(name, old[name]),
    after: inWords(name, now[name]),
  }))
  return [...changedFields, ...facts]
}

const isOfPrice = (verb: string) => verb.startsWith('offer.price_') || verb.startsWith('price_proposal.')

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

/** Of a setting its label, of many items an item and its field. A long or private value is left out. */
function listedChange({ label: field, item, before, after, ...more }: Record<string, unknown>): AuditChange {
  const parts = [field, item, more.field].filter((part) => typeof part === 'string')
  if (before === undefined && after === undefined)
    return { name: parts.join(', '), before: null, after: 'changed' }
  return {
    name: parts.join(', ').replaceAll('_', ' '),
    before: before === undefined ? null : inWords('', before),
    after: inWords('', after),
  }
}

const fact = (name: string, value: unknown): AuditChange => ({
  name: label(name),
  before: null,
  after: inWords(name, value),
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const recordOf = (value: unknown) => (isRecord(value) ? value : {})

const LABELS: Record<string, string> = {
  alone_cents: 'Without a colleague',
  asked: 'The farm’s reason',
  restores: 'Restores version',
  stays_cents: 'Price stays',
  zip3s: 'ZIP areas',
}

/** 'creditCents' and 'credit_cents' as 'Credit'. */
function label(name: string): string {
  if (LABELS[name]) return LABELS[name]
  const words = name
    .replace(/_?cents$/i, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function inWords(name: string, value: unknown): string {
  if (isNothing(value)) return 'nothing'
  if (typeof value === 'number') return numberInWords(name, value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return textInWords(value)
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.map((one) => inWords(name, one)).join(', ')
  return Object.entries(recordOf(value))
    .map(([key, inner]) => `${label(key).toLowerCase()} ${inWords(key, inner)}`)
    .join(', ')
}

function numberInWords(name: string, value: number): string {
  if (/cents$/i.test(name)) return formatCents(value)
  return /(_at|At)$/.test(name) ? shortMoment(value, SHOP_ZONE) : String(value)
}

/** Days and moments as people write them. */
function textInWords(text: string): string {
  const day = parseDay(text)
  if (day) return formatDate(day)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? shortMoment(Date.parse(text), SHOP_ZONE) : text
}
