import { eq } from 'drizzle-orm'
import { type StoredCard, storedCards } from '#db/schema/index.ts'
import { userOf } from './account.ts'
import { cardsOf } from './own-cards.ts'
import type { World } from './world.ts'

/** Keeps a card for an account, attached at the provider to a new customer unless one is given. @returns its row */
export async function keepCard(
  shop: World,
  email: string,
  name = 'pm_card_visa',
  own: { customer?: string; expYear?: number } = {},
) {
  const { stripe } = shop.services
  const customer = own.customer ?? (await stripe.customers.create({ email })).id
  const method = await stripe.paymentMethods.attach(name, { customer })
  const { brand, last4, exp_month, exp_year, fingerprint } = method.card!
  return shop.db
    .insert(storedCards)
    .values({
      userId: userOf(shop, email).id,
      email,
      providerCustomerId: customer,
      paymentMethodId: method.id,
      ...{ brand, last4, expMonth: exp_month, expYear: own.expYear ?? exp_year, fingerprint },
      isDefault: cardsOf(shop, email).length === 0,
      keptAt: shop.clock.now(),
    })
    .returning()
    .get()
}

/** Detaches the card at the provider without the shop noticing. */
export async function loseAtProvider(made: World, { id, paymentMethodId }: StoredCard) {
  const keepAs = (methodId: string) =>
    made.db.update(storedCards).set({ paymentMethodId: methodId }).where(eq(storedCards.id, id)).run()
  keepAs('pm_elsewhere')
  await made.services.stripe.paymentMethods.detach(paymentMethodId)
  await made.settleDown()
  keepAs(paymentMethodId)
}
