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

/** Adds what a catalog file would. A second press leads to the first one's item, and adds nothing. */
export function addItem(
  { db, clock, random }: Services,
  { kind, entry }: { kind: ItemKind; entry: Entry },
  user: User,
): Promise<AddOutcome> {
  return durably(db, (tx): AddOutcome => {
    const now = clock.now()
    const there = itemNamed(tx, kind, entry)
    if (there) {
      const again = planEdit(tx, { [SECTIONS[kind]]: [{ ...entry, ...there.key }] }, { now, random })
      if (again.ok && again.isEmpty) return { ok: true, item: there }
      return { ok: false, problems: [`${nameFieldOf(kind)} ${TAKEN[kind]}`] }
    }
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

/** The item that has the name already. */
function itemNamed(tx: DurableTx, kind: ItemKind, entry: Entry): CatalogItem | null {
  const token = TOKENS[kind](tx, entry)
  return token === undefined ? null : catalogItem(tx, kind, token)
}

const TOKENS: Record<ItemKind, (tx: DurableTx, entry: Entry) => string | undefined> = {
  farm: (tx, { name }) => tx.select().from(farms).where(sameText(farms.name, name)).get()?.slug,
  bundle: (tx, { name }) => tx.select().from(bundles).where(sameText(bundles.name, name)).get()?.handle,
  variety: (tx, { farm, name }) =>
    tx
      .select({ slug: varieties.slug })
      .from(varieties)
      .innerJoin(farms, eq(farms.id, varieties.farmId))
      .where(and(eq(farms.slug, String(farm)), sameText(varieties.name, name)))
      .get()?.slug,
  offer: (tx, { variety, label }) =>
    tx
      .select({ token: offers.token })
      .from(offers)
      .innerJoin(varieties, eq(varieties.id, offers.varietyId))
      .where(and(eq(varieties.slug, String(variety)), sameText(offers.label, label)))
      .get()?.token,
}

const sameText = (column: SQLiteColumn, text: unknown) =>
  sql`lower(${column}) = ${String(text ?? '')
    .trim()
    .toLowerCase()}`

/** Of another farm's product with the same name, the slug is taken. */
function freeSlug(db: Db, kind: keyof typeof SLUG_FIELDS, { name, farm }: Entry): string {
  const slug = slugOf(String(name)) || kind
  const others = kind === 'variety' ? [`${slug}-${String(farm)}`.slice(0, 76)] : []
  const numbered = Array.from({ length: 100 }, (_, nth) => `${slug}-${nth + 2}`)
  const free = [slug, ...others, ...numbered].find((one) => !catalogItem(db, kind, one))
  if (free === undefined) throw new Error(`there are a hundred slugs like ${slug}`)
  return free
}
