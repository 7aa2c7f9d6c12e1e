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

/**
 * Open orders, in the very text of the partial index below: SQLite uses such an index only for the same text, so this
 * is never written with parameters.
 */
export const isOpenOrder = sql`state in ('cart', 'addressed', 'payment_pending')`

/**
 * A cart from the first add on, an order once it is paid. `version` counts every change that matters to the
 * price or the promise, so that a writer who read an older one loses.
 */
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
    /** Who ordered it wanted to be known no more: whatever was mailed to them opens it no longer. */
    personReleasedAt: integer('let_go_at'),

    email: text(),
    providerCustomerId: text(), // the payment provider's customer, where a card is to be kept
    recurring: integer({ mode: 'boolean' }).notNull().default(false),
    renewPeriodType: text({ enum: ['two_weeks', 'four_weeks', 'six_weeks', 'eight_weeks'] }),
    termsAcceptedAt: integer(),

    deliveryName: text(),
    deliveryStreet1: text(),
    deliveryStreet2: text(),
    deliveryCity: text(),
    deliveryState: text(),
    deliveryPostalCode: text(),
    deliveryPhone: text(), // E.164
    addressVerifiedAt: integer(),
    /**
     * `unverified`: nobody could be asked yet. `unconfirmed`: asked later, and not found; no shopper has said to
     * send it there all the same, as with `unconfirmed_kept`.
     */
    addressStatus: text({
      enum: ['confirmed', 'original_kept', 'unconfirmed_kept', 'unverified', 'unconfirmed'],
    }),
    postalCodeDelayAccepted: integer({ mode: 'boolean' }).notNull().default(false),

    /** For somebody else: no prices in the box. What is known of the recipient is for this box only. */
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

    // What the shopper was promised to pay: frozen by PREPARE, kept for good once paid.
    itemsCents: integer(),
    promotionsCents: integer(),
    rewardsCents: integer(),
    shippingCents: integer(),
    taxCents: integer(),
    giftCents: integer(),
    totalCents: integer(),
    holdExpiresAt: integer(),
    /** Set while the provider says that money is on its way: until then or the hold's end the box stays as it is. */
    paymentInFlightAt: integer('money_under_way_at'),

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
      .where(sql`state in ('cart', 'addressed', 'payment_pending') and user_id is null`),
    index('orders_of_user').on(t.userId, t.placedAt),
    index('orders_of_session').on(t.sessionHash),
    index('orders_by_email').on(sql`lower(${t.email})`),
    index('orders_by_place')
      .on(t.deliveryPostalCode, sql`lower(${t.deliveryStreet1})`)
      .where(sql`placed_at is not null`),
    index('orders_by_gift_recipient')
      .on(sql`lower(${t.giftRecipientEmail})`)
      .where(sql`gift_recipient_email is not null`),
    index('orders_by_ship_day').on(t.fcId, t.shipOn, t.state),
    index('orders_waiting_for_payment').on(t.holdExpiresAt).where(sql`state = 'payment_pending'`),
    check('orders_total', sql`${t.totalCents} is null or ${t.totalCents} between 0 and 10000000`),
    check('orders_placed', sql`${t.placedAt} is null or ${t.totalCents} is not null`),
  ],
)

/** `priceCents` is the price the shopper has seen and accepted, not the offer's price now. */
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
