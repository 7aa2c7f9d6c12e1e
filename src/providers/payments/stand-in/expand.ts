import type { Deps } from './deps.ts'
import { invalid } from './refusals.ts'
import { loadJson } from './resources.ts'

type Json = Record<string, unknown>

/** Replaces ids with their objects: `expand[]=latest_charge`, `expand[]=data.payment_method`. */
export function expand(deps: Deps, json: string, fields: string[]): string {
  // Safe: this stand-in wrote the text.
  const root = JSON.parse(json) as Json
  for (const field of fields) expandPath(deps, root, field.split('.'), field)
  return JSON.stringify(root)
}

function expandPath(deps: Deps, object: Json, [name, ...rest]: string[], fullPath: string) {
  if (name === undefined) return
  if (name === 'data' && Array.isArray(object.data)) {
    for (const item of object.data) expandPath(deps, item, rest, fullPath)
    return
  }
  if (object.object === 'charge' && name === 'refunds') object.refunds = refundsOf(deps, String(object.id))
  else if (!(name in object)) throw notExpandable(fullPath)
  object[name] = loadExpanded(deps, object[name], fullPath)
  if (isJson(object[name])) expandPath(deps, object[name], rest, fullPath)
}

const kindByPrefix = {
  pi: 'payment_intent',
  seti: 'setup_intent',
  cus: 'customer',
  pm: 'payment_method',
  ch: 'charge',
  re: 'refund',
  du: 'dispute',
  txn: 'balance_transaction',
  po: 'payout',
} as const

function loadExpanded(deps: Deps, value: unknown, fullPath: string): unknown {
  if (typeof value !== 'string') return value
  const prefix = value.split('_')[0] ?? ''
  if (!isPrefix(prefix)) throw notExpandable(fullPath)
  return JSON.parse(loadJson(deps, kindByPrefix[prefix], value))
}

const isPrefix = (prefix: string): prefix is keyof typeof kindByPrefix => Object.hasOwn(kindByPrefix, prefix)

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function refundsOf(deps: Deps, charge: string) {
  const rows = deps.store.list('refund', { charge, limit: 10 })
  const data = rows.slice(0, 10).map(({ json }) => JSON.parse(json))
  return { object: 'list', data, has_more: rows.length > 10, url: `/v1/charges/${charge}/refunds` }
}

const notExpandable = (field: string) => invalid(`This property cannot be expanded (${field}).`, 'expand')
