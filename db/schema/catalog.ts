import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { farms } from './farms.ts'

/** A family joins the varieties of one cut. */
export const varieties = sqliteTable(
  'varieties',
  {
    id: integer().primaryKey(),
    slug: text().notNull(),
    family: text().notNull(),
    farmId: integer()
      .notNull()
      .references(() => farms.id),
    name: text().notNull(),
    animal: text().notNull(),
    cut: text().notNull(),
    summary: text().notNull(),
    story: text().notNull(),
    cooking: text({ mode: 'json' }).$type<string[]>().notNull(),
    nutrition: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
    raised: text().notNull(),
    badges: text({ mode: 'json' }).$type<string[]>().notNull(),
    pictures: text({ mode: 'json' }).$type<string[]>().notNull(), // names in the manifest; the first is for the card
    featuredRank: integer().notNull(),
    addedOn: text().notNull(),
    hidden: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('varieties_slug').on(t.slug),
    index('varieties_by_rank').on(t.hidden, t.featuredRank),
    index('varieties_by_family').on(t.family),
    index('varieties_by_animal').on(t.hidden, t.animal, t.featuredRank),
    index('varieties_by_cut').on(t.hidden, t.animal, t.cut, t.featuredRank),
    index('varieties_by_animal_and_farm').on(t.hidden, t.animal, t.farmId, t.featuredRank),
    index('varieties_by_farm').on(t.farmId, t.hidden),
    index('varieties_without_picture').on(t.id).where(sql`pictures = '[]'`),
  ],
)

/** Only members see and buy it until then. It's hidden meanwhile, so that no page for everyone shows it. */
export const earlyAccess = sqliteTable('early_access', {
  varietyId: integer()
    .primaryKey()
    .references(() => varieties.id),
  opensAt: integer().notNull(),
})

/** The token is the public id (bid item). */
export const offers = sqliteTable(
  'offers',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    varietyId: integer()
      .notNull()
      .references(() => varieties.id),
    label: text().notNull(), // '14 oz', '2 × 12 oz'
    serves: text().notNull(),
    weightGrams: integer().notNull(),
    /** Of one unit; the most it can cost if it's sold by weight. */
    priceCents: integer().notNull(),
    /** Set if it's sold by weight: the price of a pound, and the most that one unit weighs (CWT-1). */
    poundCents: integer(),
    maxGrams: integer(),
    /** Packaging, which the scale shows but nobody pays for. */
    tareGrams: integer().notNull().default(0),
    minQuantity: integer().notNull().default(1),
    maxQuantity: integer().notNull().default(100),
    position: integer().notNull(),
    /** 14 digits, as on its packs' labels. For a random-weight UPC, with zeros for price and weight. */
    gtin: text(),
    /** A pack arrives at least this long before its best-by day. */
    minDaysAtHome: integer().notNull().default(7),
    /** Its farm sells none of it for now, whatever is on hand. */
    pausedAt: integer(),
  },
  (t) => [
    uniqueIndex('offers_token').on(t.token),
    index('offers_by_variety').on(t.varietyId, t.position),
    index('offers_by_gtin').on(t.gtin).where(sql`gtin is not null`), // each farm's own, so not unique
    check('offers_price', sql`${t.priceCents} between 1 and 1000000`),
    check('offers_weight', sql`${t.weightGrams} > 0`),
    check('offers_quantity', sql`${t.minQuantity} >= 1 and ${t.maxQuantity} >= ${t.minQuantity}`),
  ],
)

export type Variety = typeof varieties.$inferSelect
export type Offer = typeof offers.$inferSelect

/** A farm's wish for another price. It changes nothing until staff accept it. */
export const priceProposals = sqliteTable(
  'price_proposals',
  {
    id: integer().primaryKey(),
    offerId: integer()
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    /** Of a pack, or of a pound. */
    priceCents: integer().notNull(),
    isPerPound: integer({ mode: 'boolean' }).notNull().default(false),
    reason: text().notNull(),
    state: text({ enum: ['open', 'accepted', 'refused', 'replaced'] })
      .notNull()
      .default('open'),
    proposedAt: integer().notNull(),
    decidedAt: integer(),
  },
  (t) => [
    uniqueIndex('price_proposals_open').on(t.offerId).where(sql`state = 'open'`),
    check('price_proposals_price', sql`${t.priceCents} between 1 and 1000000`),
  ],
)

export type PriceProposal = typeof priceProposals.$inferSelect

/** A scheduled price. A job applies it once. */
export const priceChanges = sqliteTable(
  'price_changes',
  {
    id: integer().primaryKey(),
    offerId: integer()
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    /** Of a pack, or of a pound. */
    priceCents: integer().notNull(),
    isPerPound: integer({ mode: 'boolean' }).notNull(),
    startsAt: integer().notNull(),
    reason: text().notNull(),
    /** `impossible`: by then, the offer had changed between per pack and per pound. */
    state: text({ enum: ['waiting', 'applied', 'withdrawn', 'impossible'] })
      .notNull()
      .default('waiting'),
    madeById: integer().references(() => users.id, { onDelete: 'set null' }),
    madeAt: integer().notNull(),
    decidedAt: integer(),
  },
  (t) => [
    uniqueIndex('price_changes_waiting').on(t.offerId, t.startsAt).where(sql`state = 'waiting'`),
    index('price_changes_of_offer').on(t.offerId),
    index('price_changes_coming').on(t.startsAt).where(sql`state = 'waiting'`),
    index('price_changes_of_person').on(t.madeById).where(sql`made_by_id is not null`),
    check('price_changes_price', sql`${t.priceCents} between 1 and 1000000`),
  ],
)

export type PriceChange = typeof priceChanges.$inferSelect

/** One field of one item, before and after, as the catalog file writes it; lists and names of pictures as JSON. */
export type BulkRow = {
  kind: 'offer' | 'variety' | 'farm'
  key: string
  field: BulkField
  before: string
  after: string
}
export type BulkField = 'price' | 'hidden' | 'featured_rank' | 'badges' | 'pictures'

/** An edit of many items, or of an item's pictures: applied at once, and undone while its fields are as it left them. */
export const bulkEdits = sqliteTable(
  'bulk_edits',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    title: text().notNull(),
    rows: text({ mode: 'json' }).$type<BulkRow[]>().notNull(),
    madeById: integer().references(() => users.id, { onDelete: 'set null' }),
    madeAt: integer().notNull(),
    appliedAt: integer(),
    undoneAt: integer(),
  },
  (t) => [
    uniqueIndex('bulk_edits_token').on(t.token),
    index('bulk_edits_of_person').on(t.madeById).where(sql`made_by_id is not null`),
    index('bulk_edits_by_age').on(t.madeAt),
  ],
)

export type BulkEdit = typeof bulkEdits.$inferSelect
