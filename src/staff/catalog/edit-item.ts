import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { farms, offers, type User, varieties } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { recordAction } from '../../audit/audit.ts'
import { bundleRows } from '../../catalog/import/bundle-rows.ts'
import type { Difference } from '../../catalog/import/differences.ts'
import { applyEdit, planEdit } from '../../catalog/import/edit.ts'
import { bundleEntry, farmEntry, offerEntry, varietyEntry } from '../../catalog/import/export.ts'
import type { Services } from '../../services.ts'
import { versionOf } from '../../tokens.ts'

type Entry = Record<string, unknown>

export type ItemKind = 'farm' | 'variety' | 'offer' | 'bundle'

/** One item of the catalog, as its file has it. */
export type CatalogItem = {
  kind: ItemKind
  /** In addresses. */
  token: string
  label: string
  entry: Entry
  /** The fields that name it in a file. */
  key: Entry
  version: string
}

export function catalogItem(db: Db, kind: ItemKind, token: string): CatalogItem | null {
  return ITEMS[kind](db, token)
}

function farmItem(db: Db, slug: string): CatalogItem | null {
  const farm = db.select().from(farms).where(eq(farms.slug, slug)).get()
  return farm ? item('farm', slug, farm.name, farmEntry(farm), { slug }) : null
}

function varietyItem(db: Db, slug: string): CatalogItem | null {
  const found = db
    .select({ variety: varieties, farm: farms.slug })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(varieties.slug, slug))
    .get()
  return found
    ? item('variety', slug, found.variety.name, varietyEntry(found.variety, found.farm), { slug })
    : null
}

function offerItem(db: Db, token: string): CatalogItem | null {
  const found = db
    .select({ offer: offers, name: varieties.name, slug: varieties.slug })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(offers.token, token))
    .get()
  if (!found) return null
  const { offer, name, slug } = found
  const key = { variety: slug, label: offer.label }
  return item('offer', token, `${name}, ${offer.label}`, offerEntry(offer, slug), key)
}

function bundleItem(db: Db, handle: string): CatalogItem | null {
  const bundle = bundleRows(db).find((row) => row.handle === handle)
  return bundle ? item('bundle', handle, bundle.name, bundleEntry(bundle), { handle }) : null
}

const ITEMS: Record<ItemKind, (db: Db, token: string) => CatalogItem | null> = {
  farm: farmItem,
  variety: varietyItem,
  offer: offerItem,
  bundle: bundleItem,
}

const item = (kind: ItemKind, token: string, label: string, entry: Entry, key: Entry): CatalogItem => ({
  kind,
  token,
  label,
  entry,
  key,
  version: versionOf(entry),
})

export type EditOutcome =
  | { ok: true; differences: Difference[] }
  | { ok: false; code: 'unknown' }
  | { ok: false; code: 'changed'; current: CatalogItem }
  | { ok: false; code: 'invalid'; problems: string[] }

export const SECTIONS = { farm: 'farms', variety: 'varieties', offer: 'offers', bundle: 'bundles' } as const
const MAX_SHOWN = 200

type ItemEdit = { kind: ItemKind; token: string; given: Entry; version: string }

/** @param edit `version` is that of the page that this answers; empty from scripts that saw none */
export function editItem(
  { db, clock, random }: Services,
  { kind, token, given, version }: ItemEdit,
  user: User,
): Promise<EditOutcome> {
  return durably(db, (tx): EditOutcome => {
    const now = clock.now()
    const current = catalogItem(tx, kind, token)
    if (!current) return { ok: false, code: 'unknown' }
    const planned = planEdit(tx, { [SECTIONS[kind]]: [{ ...given, ...current.key }] }, { now, random })
    if (!planned.ok) return { ok: false, code: 'invalid', problems: planned.problems }
    const { differences } = planned
    if (planned.isEmpty) return { ok: true, differences }
    if (version !== '' && version !== current.version) return { ok: false, code: 'changed', current }
    applyEdit(tx, planned, 'staff', now)
    recordAction(tx, {
      actor: actorOf(user),
      verb: `${kind}.changed`,
      subject: { kind, token, label: current.label },
      detail: { before: fieldsOf(differences, 'before'), after: fieldsOf(differences, 'after') },
      now,
    })
    return { ok: true, differences }
  })
}

export const fieldsOf = (differences: Difference[], side: 'before' | 'after') =>
  Object.fromEntries(
    differences.map((difference) => [difference.field, difference[side]?.slice(0, MAX_SHOWN)]),
  )
