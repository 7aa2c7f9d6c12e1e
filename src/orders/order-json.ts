import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type BoughtGiftCard, type Order, type SavedAddress, type User, users } from '#db/schema/index.ts'
import { defaultAddress } from '../accounts/addresses.ts'
import type { Instant } from '../day.ts'
import { formatPhone } from '../delivery/rules.ts'
import { SHOP_ZONE } from '../delivery/zones.ts'
import { formatCents } from '../money.ts'
import { cityLine } from '../postal/place.ts'
import { STATES } from '../postal/states.ts'
import { boughtCardsOf } from '../pricing/bought-cards.ts'
import { currentTotals } from '../pricing/facts.ts'
import { giftInBox } from '../pricing/gifts.ts'
import { orderPhoneForTexts, phoneForTexts } from '../texts/card-facts.ts'
import { itemsOf } from './items.ts'
import { hasAddress, placeOf } from './order-address.ts'
import { zoneOf } from './placed.ts'
import type { PricedOrder } from './priced-order.ts'
import { chargedCents } from './returned-money.ts'
import { latestShipmentWord } from './shipment-status.ts'
import { isPlaced } from './states.ts'

/**
 * Exactly the fields that the customer's page scripts read (GND-11). A placed order is never priced again.
 * @param priced what the page has already read of an open order
 */
export function orderJson(db: Db, order: Order, now: Instant, priced?: PricedOrder) {
  const phone = order.deliveryPhone ? formatPhone(order.deliveryPhone) : null
  const texts = orderPhoneForTexts(db, order)
  const cards = priced?.extras.boughtCards ?? boughtCardsOf(db, order.id)
  return {
    token: order.token,
    user_token: userToken(db, order),
    order_identifier: order.identifier,
    order_summary_english: summaryOf(db, order, cards, now, priced),
    pretty_created_at_with_time: prettyTime(order.createdAt, zoneOfOrder(db, order)),
    checkout_completed_at: isoOrNull(order.placedAt),
    has_shipping_address: hasAddress(order),
    delivery_address_lines: addressLines(order),
    delivery_phone_number_str: phone,
    delivery_name: order.deliveryName,
    delivery_street_address_1: order.deliveryStreet1,
    delivery_street_address_2: order.deliveryStreet2,
    delivery_city: order.deliveryCity,
    delivery_state: order.deliveryState,
    normalized_delivery_state: order.deliveryState
      ? (STATES[order.deliveryState] ?? order.deliveryState)
      : null,
    delivery_postal_code: order.deliveryPostalCode,
    address_verified_at: isoOrNull(order.addressVerifiedAt),
    total_price_cents: isPlaced(order.state)
      ? chargedCents(db, order)
      : (priced?.totals ?? currentTotals(db, order, now)).totalCents,
    gift_order: order.giftOrder,
    gift_card: cards.length > 0,
    gift_info: { recipient_name: order.giftRecipientName },
    best_phone_number_for_delivery_notifications: texts ? formatPhone(texts.phone) : phone,
    allows_sms_notifications: texts !== null,
    validated_phone: texts?.isConfirmed ? formatPhone(texts.phone) : null,
    latest_shipment_status_word: latestShipmentWord(db, order),
  }
}

/** Never describes anyone but the viewer. Null for a guest. */
export function currentUserJson(db: Db, user: User | null) {
  if (!user) return null
  const texts = phoneForTexts(db, { userId: user.id })
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return {
    token: user.token,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    full_name: fullName,
    phone_number_str: user.phone ? formatPhone(user.phone) : null,
    validated_phone: texts?.isConfirmed ? formatPhone(texts.phone) : null,
    allows_sms_notifications: texts !== null,
    validated_and_allows_sms_notifications: texts?.isConfirmed === true,
    default_address_hash: addressHash(defaultAddress(db, user)),
  }
}

function addressHash(address: SavedAddress | null) {
  if (!address) return null
  return {
    delivery_name: address.name,
    delivery_street_address_1: address.street1,
    delivery_street_address_2: address.street2 || null,
    delivery_city: address.city,
    delivery_state: address.state,
    delivery_postal_code: address.zip,
    delivery_phone_number_str: formatPhone(address.phone),
  }
}

function userToken(db: Db, order: Order): string | null {
  if (order.userId === null) return null
  return tokenStatement(db).get({ id: order.userId })?.token ?? null
}

const tokenStatement = oncePerDatabase((db) =>
  db
    .select({ token: users.token })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/** '2 × Grass-fed ribeye, 14 oz and 1 × Whole pasture chicken, 3.5 lb' */
function summaryOf(
  db: Db,
  order: Order,
  cards: BoughtGiftCard[],
  now: Instant,
  priced?: PricedOrder,
): string {
  const lines = priced?.items ?? itemsOf(db, order.id)
  const items = lines.map((item) => `${item.quantity} × ${item.name}, ${item.label}`)
  const gift = giftInBox(db, order, now, priced?.extras.gift)
  if (gift) items.push(`1 × ${gift.name}, ${gift.label}`)
  for (const { amountCents } of cards) items.push(`1 × ${formatCents(amountCents)} gift card`)
  const last = items.pop()
  return items.length > 0 ? `${items.join(', ')} and ${last}` : (last ?? '')
}

function addressLines(order: Order): string[] {
  if (!hasAddress(order)) return []
  return [order.deliveryName, order.deliveryStreet1, order.deliveryStreet2, cityLine(placeOf(order))].filter(
    (line) => line !== null,
  )
}

const isoOrNull = (at: Instant | null) => (at === null ? null : new Date(at).toISOString())

/** 'November 20, 2026 at 10:00 AM PST', as pages of the same order say it. */
function prettyTime(at: Instant, timeZone: string): string {
  const format = prettyFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...PRETTY, timeZone })
  prettyFormats.set(timeZone, format)
  return format.format(at)
}

/** Creating one costs more than a hundred uses. */
const prettyFormats = new Map<string, Intl.DateTimeFormat>()

const PRETTY = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** Before its address, an order has no center. */
const zoneOfOrder = (db: Db, { fcId }: Order) => (fcId === null ? SHOP_ZONE : zoneOf(db, fcId))
