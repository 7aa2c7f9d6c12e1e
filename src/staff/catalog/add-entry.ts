import type { Db } from '#db/client.ts'
import { locate } from '../../delivery/coordinates.ts'
import type { Body } from '../../web/env.ts'
import type { AddField } from './add-fields.ts'
import { entryFromBody } from './edit-entry.ts'
import { gramsOf } from './typed-weight.ts'

type Entry = Record<string, unknown>
type Errors = Record<string, string>

export type NewEntry = { ok: true; entry: Entry } | { ok: false; errors: Errors }

/** What a form or a script sent, without empty fields. */
function givenEntry(body: Body, fields: AddField[]): { entry: Entry; errors: Errors } {
  const entry = entryFromBody(body, fields)
  const errors: Errors = {}
  for (const { name, canBeEmpty } of fields) {
    if (!isEmpty(entry[name])) continue
    delete entry[name]
    if (!canBeEmpty) errors[name] = 'Please fill this in.'
  }
  return { entry, errors }
}

/** `-` is what an emptied optional field becomes in an edit. */
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === '-' ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const outcome = (entry: Entry, errors: Errors): NewEntry =>
  Object.keys(errors).length === 0 ? { ok: true, entry } : { ok: false, errors }

/** The ZIP code says where the farm is. */
export function newFarm(db: Db, body: Body, fields: AddField[]): NewEntry {
  const { entry, errors } = givenEntry(body, fields)
  const { postal_code: zip, ...rest } = entry
  const place = typeof zip === 'string' ? locate(db, zip.trim()) : null
  if (zip !== undefined && !place) errors.postal_code = 'We don’t know this ZIP code.'
  if (!place) return outcome(rest, errors)
  const { city, state, latitude, longitude } = place
  return outcome({ town: city, ...rest, state, latitude, longitude }, errors)
}

export function newVariety(farm: string, body: Body, fields: AddField[]): NewEntry {
  const { entry, errors } = givenEntry(body, fields)
  const cut = slugOf(String(entry.cut ?? ''))
  return outcome({ ...entry, farm, ...(cut && { cut }) }, errors)
}

export function newOffer(variety: string, body: Body, fields: AddField[]): NewEntry {
  const { entry, errors } = givenEntry(body, fields)
  const { weight, max_weight: most, ...rest } = entry
  if (weight !== undefined) rest.weight_grams = weightIn('weight', weight, errors)
  if (most !== undefined) rest.max_weight_grams = weightIn('max_weight', most, errors)
  const isByWeight = rest.price_per_pound !== undefined
  if (rest.price === undefined && !isByWeight) errors.price = 'Please enter a price.'
  if (rest.price !== undefined && isByWeight)
    errors.price = 'Please enter a price, or a price per pound, not both.'
  if (isByWeight && most === undefined) errors.max_weight = 'Please say how much a pack can weigh at most.'
  return outcome({ ...rest, variety }, errors)
}

export function newBundle(body: Body, fields: AddField[]): NewEntry {
  const { entry, errors } = givenEntry(body, fields)
  if (errors.groups) errors.groups = 'Please add at least one group, with what can be picked.'
  return outcome(entry, errors)
}

function weightIn(name: string, typed: unknown, errors: Errors): number {
  const grams = gramsOf(String(typed))
  if (grams === null) errors[name] = 'Please enter a weight such as 14 oz, 1.5 lb or 400 g.'
  return grams ?? 0
}

/** 'Côte de bœuf, 2"' as 'cote-de-boeuf-2'. */
export const slugOf = (name: string): string =>
  name
    .replaceAll('œ', 'oe')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['\u2019]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
