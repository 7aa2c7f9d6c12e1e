import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { memberships, storedCards } from '#db/schema/index.ts'
import type { Instant } from '#src/day.ts'
import { firstPackLines, nearestDay } from '#src/demo/boxes.ts'
import { addPlacedBox } from '#src/demo/placed-box.ts'
import { chargeOf } from '#src/membership/box-moments.ts'
import { orderById } from '#src/orders/orders.ts'
import { recurringConsentText } from '#src/orders/recurring-consent.ts'
import type { RenewPeriod } from '#src/orders/recurring-rules.ts'

export type ProviderCard = { customer: string; method: string }

export type NewMember = {
  email: string
  /** Null for a guest. */
  userId?: number | null
  card: ProviderCard
  period?: RenewPeriod
  varieties: string[]
  /** When the first box was paid for. */
  at: Instant
}

/** Adds a member in Seattle with a delivered first box, a kept card and no planned box. @returns the membership */
export function addMember(
  tx: DurableTx,
  { email, userId = null, card, period = 'four_weeks', varieties, at }: NewMember,
) {
  const address = { street: '1912 Pike Pl', city: 'Seattle', state: 'WA', zip: '98101' }
  const buyer = { userId, email, firstName: 'Member', lastName: email.split('@')[0] ?? '', address }
  const { id } = addPlacedBox(tx, buyer, firstPackLines(tx, varieties, 3), {
    state: 'delivered',
    day: nearestDay(tx, buyer, at),
    at,
    recurring: { period, words: recurringConsentText('Droveway') },
  })
  const kept = tx
    .insert(storedCards)
    .values({
      orderId: id,
      userId,
      email,
      providerCustomerId: card.customer,
      paymentMethodId: card.method,
      keptAt: at,
    })
    .returning()
    .get()
  const isFirst = eq(memberships.firstOrderId, id)
  const made = tx.update(memberships).set({ cardId: kept.id }).where(isFirst).returning().get()
  if (!made) throw new Error('the order began no membership')
  return made
}

/** When a box is first charged. */
export const chargeMoment = (tx: DurableTx, orderId: number): Instant => chargeOf(orderById(tx, orderId))
