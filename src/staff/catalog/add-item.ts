import { and, eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { bundles, farms, offers, type User, varieties } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { recordAction } from '../../audit/audit.ts'
import { applyEdit, planEdit } from '../../catalog/import/edit.ts'
import type { Services } from '../../services.ts'
import { slugOf } from './add-entry.ts'
import { type CatalogItem, catalogItem, type ItemKind, SECTIONS } from './edit-item.ts'

type Entry = Record<string, unknown>

export type AddOutcome = { ok: true; item: CatalogItem } | { ok: false; problems: string[] }

/** Adds what a catalog file would. A second press finds the first one's item, and adds nothing. */
export function addItem(
  { db, clock, random }: Services,
  { kind, entry }: { kind: ItemKind; entry: Entry },
  user: User,
): Promise<AddOutcome> {
  return durably(db, (tx): AddOutcome => {
    const now = clock.now()
    if (isThere(tx, kind, entry)) return { ok: false, problems: [`${nameFieldOf(kind)} ${TAKEN[kind]}`] }
    const named = kind === 'offer' ? entry : { ...entry, [SLUG_FIELDS[kind]]: freeSlug(tx, kind, entry) }
    const planned = planEdit(tx, { [SECTIONS[kind]]: [named] }, { now, random })
    if (!planned.ok) return { ok: false, problems: planned.problems }
    applyEdit(tx, planned, 'staff', now)
    const token = kind === 'offer' ? planned.plan.offers.added[0]?.token : named[SLUG_FIELDS[kind]]
    const item = catalogItem(tx, kind, String(token))
    if (!item) throw new Error(`the new ${kind} ${String(token)} is not there`)
    recordAction(tx, {
      actor: actorOf(user),
      verb: `${kind}.added`,
      subject: { kind, token: item.token, label: item.label },
      detail: { ...((kind === 'offer' || kind === 'bundle') && { price: priceOf(named) }) },
      now,
    })
    return { ok: true, item }
  })
}

const nameFieldOf = (kind: ItemKind) => (kind === 'offer' ? 'label' : 'name')

const TAKEN: Record<ItemKind, string> = {
  farm: 'belongs to another farm of the shop',
  variety: 'belongs to another product of this farm',
  offer: 'belongs to another size of this product',
  bundle: 'belongs to another bundle of the shop',
}

const SLUG_FIELDS = { farm: 'slug', variety: 'slug', bundle: 'handle' } as const

const priceOf = ({ price, price_per_pound: perPound }: Entry) =>
  price === undefined ? `$${String(perPound)} per pound` : `$${String(price)}`

function isThere(tx: DurableTx, kind: ItemKind, entry: Entry): boolean {
  const name = String(entry.name ?? '').trim()
  if (kind === 'farm') return tx.select().from(farms).where(sameText(farms.name, name)).get() !== undefined
  if (kind === 'bundle')
    return tx.select().from(bundles).where(sameText(bundles.name, name)).get() !== undefined
  if (kind === 'variety')
    return (
      tx
        .select({ id: varieties.id })
        .from(varieties)
        .innerJoin(farms, eq(farms.id, varieties.farmId))
        .where(and(eq(farms.slug, String(entry.farm)), sameText(varieties.name, name)))
        .get() !== undefined
    )
  return (
    tx
      .select({ id: offers.id })
      .from(offers)
      .innerJoin(varieties, eq(varieties.id, offers.varietyId))
      .where(
        and(eq(varieties.slug, String(entry.variety)), sameText(offers.label, String(entry.label).trim())),
      )
      .get() !== undefined
  )
}

const sameText = (column: SQLiteColumn, text: string) => sql`lower(${column}) = ${text.toLowerCase()}`

/** Of another farm's product with the same name, the slug is taken. */
function freeSlug(db: Db, kind: keyof typeof SLUG_FIELDS, { name, farm }: Entry): string {
  const slug = slugOf(String(name)) || kind
  const others = kind === 'variety' ? [`${slug}-${String(farm)}`.slice(0, 76)] : []
  const numbered = Array.from({ length: 100 }, (_, nth) => `${slug}-${nth + 2}`)
  const free = [slug, ...others, ...numbered].find((one) => !catalogItem(db, kind, one))
  if (free === undefined) throw new Error(`there are a hundred slugs like ${slug}`)
  return free
}
