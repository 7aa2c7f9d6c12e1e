import type { Desk } from './desk.ts'
import { kept } from './kept.ts'
import { invalid } from './refusals.ts'

type Json = Record<string, unknown>

/** Puts objects in the place of their ids: `expand[]=latest_charge`, `expand[]=data.payment_method`. */
export function expand(desk: Desk, json: string, fields: string[]): string {
  // Safe: the texts are objects written by this stand-in.
  const answer = JSON.parse(json) as Json
  for (const field of fields) follow(desk, answer, field.split('.'), field)
  return JSON.stringify(answer)
}

function follow(desk: Desk, object: Json, [name, ...rest]: string[], whole: string) {
  if (name === undefined) return
  if (name === 'data' && Array.isArray(object.data)) {
    for (const each of object.data) follow(desk, each, rest, whole)
    return
  }
  if (object.object === 'charge' && name === 'refunds') object.refunds = refundsOf(desk, String(object.id))
  else if (!(name in object)) throw notExpandable(whole)
  object[name] = expanded(desk, object[name], whole)
  if (isJson(object[name])) follow(desk, object[name], rest, whole)
}

const kinds = {
  pi: 'payment_intent',
  seti: 'setup_intent',
  cus: 'customer',
  pm: 'payment_method',
  ch: 'charge',
  re: 'refund',
} as const

function expanded(desk: Desk, value: unknown, whole: string): unknown {
  if (typeof value !== 'string') return value
  const prefix = value.split('_')[0] ?? ''
  if (!isPrefix(prefix)) throw notExpandable(whole)
  return JSON.parse(kept(desk, kinds[prefix], value))
}

const isPrefix = (prefix: string): prefix is keyof typeof kinds => Object.hasOwn(kinds, prefix)

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function refundsOf(desk: Desk, charge: string) {
  const rows = desk.store.list('refund', { charge, limit: 10 })
  const data = rows.slice(0, 10).map(({ json }) => JSON.parse(json))
  return { object: 'list', data, has_more: rows.length > 10, url: `/v1/charges/${charge}/refunds` }
}

const notExpandable = (field: string) => invalid(`This property cannot be expanded (${field}).`, 'expand')
