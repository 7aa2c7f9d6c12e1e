import type { Db } from '#db/client.ts'
import type { Offer } from '#db/schema/index.ts'
import { addToCart } from '#src/cart/cart.ts'
import { changeAddress } from '#src/checkout/address.ts'
import { changeEmail } from '#src/checkout/email.ts'
import { shopClock } from '#src/clock.ts'
import { findCart } from '#src/orders/open-order.ts'
import { random, sha256 } from '#src/tokens.ts'
import { createAuthenticity } from '#src/web/authenticity-token.tsx'
import { createSessionSeal, sessionCookieName } from '#src/web/session-cookie.ts'
import type { Standing } from './buyers.ts'
import { SEATTLE } from './buying.ts'
import { SESSION_SECRET } from './processes.ts'
import { testConfig } from './world.ts'

const config = { ...testConfig, sessionSecret: SESSION_SECRET }
const seal = createSessionSeal(config)
const authenticity = createAuthenticity(config)

const delivery = (name: string) => ({
  name,
  street1: SEATTLE.delivery_street_address_1,
  street2: '',
  city: SEATTLE.delivery_city,
  state: SEATTLE.delivery_state,
  zip: SEATTLE.delivery_postal_code,
  phone: SEATTLE.mobile_phone_number,
})

/** A buyer one click before Pay, as the pages would have left them: session, token, cart, email, address and date. */
export async function readyBuyer(db: Db, offer: Offer, name: string, quantity = 1): Promise<Standing> {
  const now = shopClock(db).now()
  const sessionId = random.secret()
  const owner = { sessionHash: sha256(sessionId), user: null, postalCode: null }
  const added = await addToCart({ db, random, now }, owner, offer, quantity)
  const cart = findCart(db, owner)
  if (!added.ok || !cart) throw new Error(`${name} could not fill a box`)
  const accepted = { addressConfirmation: null, postalCodeDelay: false, centerChange: null }
  const email = await changeEmail(db, cart, `${name}@example.com`, now)
  const address = await changeAddress(db, {
    order: cart,
    typed: delivery(name),
    accepted,
    verification: { status: 'confirmed' },
    shownFcId: null,
    now,
  })
  if (!email.ok || !address.ok) throw new Error(`${name} has no address: ${JSON.stringify(address)}`)
  return {
    name,
    cookie: `${sessionCookieName(config)}=${await seal.seal(sessionId)}`,
    token: authenticity.issue(sessionId),
    orderToken: cart.token,
  }
}
