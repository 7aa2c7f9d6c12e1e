import type { BadgeProof } from '#db/schema/index.ts'
import { NONE } from '../../catalog/import/export.ts'
import type { Body } from '../../web/env.ts'
import { groupsFrom, groupValues } from './bundle-fields.ts'
import { type EditField, PROOF_PARTS, proofField } from './edit-fields.ts'

/** What a form's fields hold, by their names. */
export type FormValues = Record<string, string>

type Entry = Record<string, unknown>

const MAX_PROOFS = 12

/** An item of a catalog file as a form shows it. */
export function valuesOf(entry: Entry, fields: EditField[]): FormValues {
  return Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      if (field.as === 'proofs') return proofValues(entry.badge_proofs)
      if (field.as === 'groups') return groupValues(entry.groups)
      return [[field.name, shown(at(entry, field.name))]]
    }),
  )
}

const at = (entry: Entry, name: string): unknown => {
  const [first = '', second] = name.split('.')
  const value = entry[first]
  return second === undefined ? value : isEntry(value) ? value[second] : undefined
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shown(value: unknown): string {
  if (value === undefined || value === null || value === NONE) return ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}

type ShownProof = Omit<BadgeProof, 'checkedOn' | 'validUntil'> & Record<string, unknown>

const proofValues = (proofs: unknown): [string, string][] =>
  (Array.isArray(proofs) ? (proofs as ShownProof[]) : []).flatMap((proof, nth) =>
    PROOF_PARTS.map((part): [string, string] => [proofField(nth, part), shown(proof[part])]),
  )

/** The fields that a form or a script sent, as a catalog file has them. */
export function entryFromBody(body: Body, fields: EditField[]): Entry {
  const entry: Entry = {}
  for (const field of fields) {
    if (field.as === 'proofs') {
      const proofs = proofsFrom(body)
      if (proofs !== undefined) entry.badge_proofs = proofs
    } else if (field.as === 'groups') {
      const groups = groupsFrom(body)
      if (groups !== undefined) entry.groups = groups
    } else if (body[field.name] !== undefined) put(entry, field.name, valueFrom(body[field.name], field))
  }
  if (isEntry(body.nutrition) && fields.some(({ name }) => name.startsWith('nutrition.')))
    entry.nutrition = body.nutrition
  return entry
}

function put(entry: Entry, name: string, value: unknown) {
  const [first = '', second] = name.split('.')
  if (second === undefined) entry[first] = value
  else
    entry[first] = {
      ...(isEntry(entry[first]) ? entry[first] : {}),
      ...(value !== NONE && { [second]: value }),
    }
}

function valueFrom(typed: unknown, { as, canBeEmpty }: EditField): unknown {
  if (as === 'list' && typeof typed === 'string')
    return typed
      .split('\n')
      .map((item) => item.trim())
      .filter(Boolean)
  return canBeEmpty && typeof typed === 'string' && typed.trim() === '' ? NONE : typed
}

/** Rows without a badge are empty ones of the form. */
function proofsFrom(body: Body): unknown {
  if (Array.isArray(body.badge_proofs)) return body.badge_proofs
  if (body[proofField(0, 'badge')] === undefined) return undefined
  return Array.from({ length: MAX_PROOFS }, (_, nth) =>
    Object.fromEntries(PROOF_PARTS.map((part) => [part, String(body[proofField(nth, part)] ?? '').trim()])),
  )
    .filter((proof) => Object.values(proof).some(Boolean))
    .map((proof) => ({ ...proof, valid_until: proof.valid_until || null }))
}
