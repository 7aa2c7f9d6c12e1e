import { newCustomer } from './customers.ts'
import type { Desk } from './desk.ts'
import { keep } from './kept.ts'
import { newMethod, noDetails } from './new-payment-method.ts'
import { testCardNamed } from './test-cards.ts'
import type { Expiry } from './tokens.ts'

/** A customer with one card, saved and authenticated for charges while nobody is there. */
export type KnownCard = {
  customerId: string
  paymentMethodId: string
  /** A `pm_card_…` name of the table of test cards. */
  card: string
  expiry: Expiry
  email: string
}

/** Customers that the books have from the beginning. What became of them since stays. */
export function knowCards(desk: Desk, cards: readonly KnownCard[]) {
  const unknown = cards.filter(({ customerId }) => !desk.store.find(customerId))
  if (unknown.length === 0) return
  desk.store.durably(() => {
    for (const card of unknown) if (!desk.store.find(card.customerId)) know(desk, card)
  })
}

function know(desk: Desk, { customerId, paymentMethodId, card: name, expiry, email }: KnownCard) {
  const card = testCardNamed(name)
  if (!card) throw new Error(`${name} is no test card`)
  keep(desk, { ...newCustomer(desk), id: customerId, email })
  const { object, note } = newMethod(desk, card, noDetails(), { expiry })
  keep(desk, { ...object, id: paymentMethodId, customer: customerId }, { ...note, setUp: true })
}
