import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { sessions, users } from './accounts.ts'
import { offers } from './catalog.ts'
import { fulfillmentCenters } from './delivery.ts'

export const ORDER_STATES = [
  'cart',
  'addressed',
  'payment_pending',
  'paid',
  'in_wave',
  'shipped',
  'delivered',
  'expired',
  'canceled',
  'refunded',
  'review',
] as const

/** The exact text of the partial index below. SQLite uses that index only for the same text, without parameters. */
export const isOpenOrder = sql`state in ('cart', 'addressed', 'payment_pending')`

/** Waits in a center or is on its way: few of all orders. In these words, or `orders_at_center` doesn't serve. */
export const isAtCenter = sql`orders.state in ('paid', 'in_wave', 'review', 'shipped')`

/** A cart until it's paid. `version` counts changes to price or promise; a write with an old version fails. */
export const orders = sqliteTable(
  'orders',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    identifier: text().notNull(), // DW-…, for people to read out
    state: text({ enum: ORDER_STATES }).notNull().default('cart'),
    version: integer().notNull().default(1),
    sessionHash: text().references(() => sessions.idHash),
    userId: integer().references(() => users.id),
    /** Set when the buyer is erased from the order; links emailed to them no longer open it. */
    personReleasedAt: integer('let_go_at'),

    email: text(),
    providerCustomerId: text(), // set when the card is to be saved
    recurring: integer({ mode: 'boolean' }).notNull().default(false),
    renewPeriodType: text({ enum: ['two_weeks', 'four_weeks', 'six_weeks', 'eight_weeks'] }),
    termsAcceptedAt: integer(),
    /** Set on a membership's later boxes: open until they're charged, but nobody's cart. */
    membershipId: integer(),
    /** Set on a box that staff filled for a customer: open until it's paid, but nobody's cart. */
    draftedAt: integer(),
    /** From then on, a line costs what was accepted, or less. */
    pricesHeldAt: integer(),
    /** When checkout last promised delivery fees, tax and the minimum; see `src/pricing/promised-terms.ts`. */
    termsPromisedAt: integer(),

    deliveryName: text(),
    deliveryStreet1: text(),
    deliveryStreet2: text(),
    deliveryCity: text(),
    deliveryState: text(),
    deliveryPostalCode: text(),
    deliveryPhone: text(), // E.164
    addressVerifiedAt: integer(),
    /** `unverified`: the service was down; `unconfirmed`: not found later; `unconfirmed_kept`: kept regardless. */
    addressStatus: text({
      enum: ['confirmed', 'original_kept', 'unconfirmed_kept', 'unverified', 'unconfirmed'],
    }),
    postalCodeDelayAccepted: integer({ mode: 'boolean' }).notNull().default(false),

    /** No prices in the box. The recipient's data is for this box only. */
    giftOrder: integer({ mode: 'boolean' }).notNull().default(false),
    giftRecipientName: text(),
    giftRecipientEmail: text(),
    giftMessage: text(),

    fcId: integer().references(() => fulfillmentCenters.id),
    transitDays: integer(),
    expedited: integer({ mode: 'boolean' }).notNull().default(false),
    arrivalOn: text().$type<Day>(),
    shipOn: text().$type<Day>(),
    lockAt: integer(),
    chargeAt: integer(),

    // The promised price: frozen when payment is prepared, permanent once paid.
    itemsCents: integer(),
    promotionsCents: integer(),
    rewardsCents: integer(),
    shippingCents: integer(),
    taxCents: integer(),
    giftCents: integer(),
    /** What store credit paid of `giftCents`. Lowering `giftCents` takes from gift cards first. */
    creditCents: integer(),
    /** What gift cards bought with it cost. Part of `totalCents`: only a card pays for them. */
    boughtCardsCents: integer(),
    totalCents: integer(),
    holdExpiresAt: integer(),
    /** Set while the provider reports money on its way; the order can't change until then or the hold's end. */
    paymentInFlightAt: integer('money_under_way_at'),
    /** Set while a charge is being asked for, until its outcome, or half a minute at most. */
    chargeAskedAt: integer(),

    placedAt: integer(),
    conversionLoggedAt: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('orders_token').on(t.token),
    uniqueIndex('orders_identifier').on(t.identifier),
    uniqueIndex('orders_one_guest_cart')
      .on(t.sessionHash)
      .where(
        sql`state in ('cart', 'addressed', 'payment_pending') and user_id is null and drafted_at is null`,
      ),
    index('orders_of_user').on(t.userId, t.placedAt),
    index('orders_of_session').on(t.sessionHash),
    index('orders_by_email').on(sql`lower(${t.email})`),
    index('orders_by_place')
      .on(t.deliveryPostalCode, sql`lower(${t.deliveryStreet1})`)
      .where(sql`placed_at is not null`),
    index('orders_by_street').on(sql`lower(${t.deliveryStreet1})`).where(sql`placed_at is not null`),
    index('orders_by_phone')
      .on(t.deliveryPhone)
      .where(sql`placed_at is not null and delivery_phone is not null`),
    index('orders_by_phone_end')
      .on(sql`substr(${t.deliveryPhone}, -4)`)
      .where(sql`delivery_phone is not null and placed_at is not null`),
    index('orders_by_total').on(t.totalCents).where(sql`placed_at is not null`),
    index('orders_by_gift_recipient')
      .on(sql`lower(${t.giftRecipientEmail})`)
      .where(sql`gift_recipient_email is not null`),
    index('orders_by_ship_day').on(t.fcId, t.shipOn, t.state),
    index('orders_at_center')
      .on(t.fcId, t.shipOn, t.state, t.addressStatus)
      .where(sql`state in ('paid', 'in_wave', 'review', 'shipped')`),
    index('orders_by_placing').on(t.placedAt).where(sql`placed_at is not null`),
    index('orders_by_state').on(t.state, t.placedAt).where(sql`placed_at is not null`),
    index('orders_drafted').on(t.draftedAt).where(sql`drafted_at is not null`),
    index('orders_unplaced_by_age').on(t.updatedAt).where(sql`placed_at is null`),
    index('orders_of_guests_by_age').on(t.placedAt).where(sql`user_id is null and email is not null`),
    index('orders_waiting_for_payment').on(t.holdExpiresAt).where(sql`state = 'payment_pending'`),
    check('orders_total', sql`${t.totalCents} is null or ${t.totalCents} between 0 and 10000000`),
    check('orders_placed', sql`${t.placedAt} is null or ${t.totalCents} is not null`),
  ],
)

/** The prices are those the shopper accepted, not the offer's current ones. `priceCents`: the most a unit can cost. */
export const orderLines = sqliteTable(
  'order_lines',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    quantity: integer().notNull(),
    priceCents: integer().notNull(),
    /** The accepted price of a pound, if the offer is sold by weight. */
    poundCents: integer(),
    /** Units that bundles brought, and what they cost together; the others cost `priceCents` each. */
    bundledQuantity: integer().notNull().default(0),
    bundledCents: integer().notNull().default(0),
    /** Of all units together, from the scale (CWT-1). Null until they're packed, and for fixed prices. */
    packedGrams: integer(),
    packedCents: integer(),
    addedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('order_lines_once_per_offer').on(t.orderId, t.offerId),
    check('order_lines_quantity', sql`${t.quantity} between 1 and 100`),
  ],
)

export type Order = typeof orders.$inferSelect
export type OrderState = (typeof ORDER_STATES)[number]
export type OrderLine = typeof orderLines.$inferSelect
