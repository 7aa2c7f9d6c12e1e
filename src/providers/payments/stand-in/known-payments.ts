import { addCharge } from './balance.ts'
import { type Deps, seconds } from './deps.ts'
import { newCharge } from './new-charge.ts'
import { newIntent } from './new-payment-intent.ts'
import { emptyBillingDetails, newMethod } from './new-payment-method.ts'
import { Params } from './params.ts'
import { insert } from './resources.ts'
import { testCardByName } from './test-cards.ts'

/** A payment that a seeded shop has in its books, from before this provider began. */
export type SeedPayment = {
  intentId: string
  amountCents: number
  /** A `pm_card_…` name. */
  card: string
  paidAt: number
  metadata: Record<string, string>
}

/** Its intent, charge and card, as they would be. Sends no webhook. */
export function addKnownPayment(deps: Deps, { intentId, amountCents, card: name, ...known }: SeedPayment) {
  const card = testCardByName(name)
  if (!card) throw new Error(`${name} is not a test card`)
  const method = newMethod(deps, card, emptyBillingDetails())
  insert(deps, method.object, { ...method.note, spent: true })
  const asked = new URLSearchParams({ amount: String(amountCents), currency: 'usd' })
  const intent = {
    ...newIntent(deps, Params.parse(asked.toString())),
    id: intentId,
    client_secret: `${intentId}_${deps.newId('secret', 25)}`,
    created: seconds(known.paidAt),
    metadata: known.metadata,
    payment_method: method.object.id,
    status: 'succeeded' as const,
    amount_received: amountCents,
  }
  const charge = newCharge(deps, intent, method, { status: 'succeeded', authenticated: false })
  addCharge(deps, { ...charge, amount_captured: amountCents })
  insert(deps, { ...intent, latest_charge: charge.id })
  insert(deps, { ...charge, created: seconds(known.paidAt) })
}
