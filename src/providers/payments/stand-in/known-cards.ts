import { newCustomer } from './customers.ts'
import type { Deps } from './deps.ts'
import { emptyBillingDetails, newMethod } from './new-payment-method.ts'
import { insert } from './resources.ts'
import { testCardByName } from './test-cards.ts'
import type { Expiry } from './tokens.ts'

export type SeedCard = {
  customerId: string
  paymentMethodId: string
  card: string
  expiry: Expiry
  email: string
}

/** Creates the customers that are missing. Existing ones keep their changes. */
export function addKnownCards(deps: Deps, cards: readonly SeedCard[]) {
  const unknown = cards.filter(({ customerId }) => !deps.store.find(customerId))
  if (unknown.length === 0) return
  deps.store.durably(() => {
    for (const card of unknown) if (!deps.store.find(card.customerId)) addKnownCard(deps, card)
  })
}

function addKnownCard(deps: Deps, { customerId, paymentMethodId, card: name, expiry, email }: SeedCard) {
  const card = testCardByName(name)
  if (!card) throw new Error(`${name} is not a test card`)
  insert(deps, { ...newCustomer(deps), id: customerId, email })
  const { object, note } = newMethod(deps, card, emptyBillingDetails(), { expiry })
  insert(deps, { ...object, id: paymentMethodId, customer: customerId }, { ...note, setUp: true })
}
