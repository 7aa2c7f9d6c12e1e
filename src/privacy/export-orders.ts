import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  claims,
  type Order,
  orderNotes,
  payments,
  recurringConsents,
  weatherHolds,
} from '#db/schema/index.ts'
import { surveyOf } from '../membership/survey.ts'
import { bundleCents, bundlesOf } from '../orders/bundles.ts'
import { giftOf } from '../orders/gifting.ts'
import { acceptedCents, itemsOf } from '../orders/items.ts'
import { frozenTotals } from '../orders/placed.ts'
import { returnedOf } from '../orders/returned-money.ts'
import { boughtCardsOf } from '../pricing/bought-cards.ts'
import { giftOn } from '../pricing/gifts.ts'
import { iso } from './iso.ts'

export const orderOf = (db: Db, order: Order) => ({
  order_identifier: order.identifier,
  state: order.state,
  begun_at: iso(order.createdAt),
  placed_at: iso(order.placedAt),
  arrival_date: order.arrivalOn,
  email: order.email,
  delivery: {
    name: order.deliveryName,
    street_address_1: order.deliveryStreet1,
    street_address_2: order.deliveryStreet2,
    city: order.deliveryCity,
    state: order.deliveryState,
    postal_code: order.deliveryPostalCode,
    phone_number: order.deliveryPhone,
  },
  gift: giftOf(order) && {
    recipient_name: order.giftRecipientName,
    recipient_email: order.giftRecipientEmail,
    message: order.giftMessage,
  },
  recurring: recurringOf(db, order.id),
  items: itemsOf(db, order.id).map((item) => ({
    product: item.name,
    weight: item.label,
    farm: item.farm,
    quantity: item.quantity,
    price_cents: item.seenPriceCents,
    line_cents: acceptedCents(item),
  })),
  bundles: bundlesOf(db, order.id).map((bundle) => ({
    name: bundle.name,
    price_cents: bundleCents(bundle),
    items: bundle.items.map(({ name, label, quantity }) => ({ product: name, weight: label, quantity })),
  })),
  free_item: freeItemOf(db, order.id),
  gift_cards_bought: boughtCardsOf(db, order.id).map((card) => ({
    amount_cents: card.amountCents,
    delivery_method: card.deliveryMethod,
    recipient_email: card.recipientEmail,
    sender_name: card.senderName,
    sender_email: card.senderEmail,
    message: card.message,
    send_on: card.sendOn,
    sent_at: iso(card.sentAt),
    returned_at: iso(card.endedAt),
  })),
  ...sumsOf(db, order),
  payments: paymentsOf(db, order.id),
  claims: claimsOf(db, order.id),
  survey: surveyOf(db, order.id),
  notes_by_staff: notesOn(db, order.id),
  terms_accepted_at: iso(order.termsAcceptedAt),
  shipped_in_spite_of_weather: shippedAnyway(db, order.id),
})

/** The rows of the order's page, which add up to its total. */
function sumsOf(db: Db, order: Order) {
  const isPlaced = order.placedAt !== null
  const totals = isPlaced ? frozenTotals(db, order) : order
  const returned = isPlaced ? returnedOf(db, order) : null
  const { giftCents, creditCents } = totals
  return {
    items_cents: totals.itemsCents,
    promotions_cents: totals.promotionsCents,
    rewards_cents: totals.rewardsCents,
    shipping_cents: totals.shippingCents,
    tax_cents: totals.taxCents,
    gift_cards_bought_cents: totals.boughtCardsCents,
    gift_card_cents: giftCents === null ? null : giftCents - (creditCents ?? 0),
    store_credit_cents: creditCents,
    total_cents: totals.totalCents,
    back_to_card_cents: returned?.cardCents ?? 0,
    back_to_gift_card_or_credit_cents: returned?.giftCents ?? 0,
  }
}

function freeItemOf(db: Db, orderId: number) {
  const gift = giftOn(db, orderId)
  return gift && { product: gift.name, weight: gift.label, farm: gift.farm }
}

const paymentsOf = (db: Db, orderId: number) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .all()
    .map(({ status, amountCents, cardBrand, cardLast4, createdAt }) => ({
      status,
      amount_cents: amountCents,
      card: cardLast4 === null ? null : `${cardBrand} ${cardLast4}`,
      begun_at: iso(createdAt),
    }))

const notesOn = (db: Db, orderId: number) =>
  db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(orderNotes.id)
    .all()
    .map(({ text, at }) => ({ words: text, written_at: iso(at) }))

const claimsOf = (db: Db, orderId: number) =>
  db
    .select()
    .from(claims)
    .where(eq(claims.orderId, orderId))
    .all()
    .map((claim) => ({
      kind: claim.kind,
      note: claim.note,
      made_at: iso(claim.createdAt),
      answer: claim.answer,
      answered_at: iso(claim.answeredAt),
      words: claim.words,
      refunded_cents: claim.cardCents + claim.giftCents,
      credit_cents: claim.creditCents,
    }))

const shippedAnyway = (db: Db, orderId: number) =>
  db
    .select()
    .from(weatherHolds)
    .where(and(eq(weatherHolds.orderId, orderId), isNotNull(weatherHolds.shipAnywayAt)))
    .all()
    .map(({ shipAnywayAt, shipAnywayWords }) => ({ agreed_at: iso(shipAnywayAt), words: shipAnywayWords }))

const recurringOf = (db: Db, orderId: number) =>
  db
    .select()
    .from(recurringConsents)
    .where(eq(recurringConsents.orderId, orderId))
    .all()
    .map(({ renewPeriodType, words, priceCents, termsVersion, givenAt, withdrawnAt }) => ({
      renew_period_type: renewPeriodType,
      words,
      price_cents: priceCents,
      terms_version: termsVersion,
      given_at: iso(givenAt),
      withdrawn_at: iso(withdrawnAt),
    }))
