import { expect, test } from 'vitest'
import { offers, orders } from '#db/schema/index.ts'
import { signedIn } from '../support/account.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const shop = await world()
const offer = shop.db.select().from(offers).get()?.token
const order = shop.db
  .select()
  .from(orders)
  .all()
  .find(({ placedAt }) => placedAt !== null)?.token

const LONG = 'a'.repeat(5_001)
const STAFF_ORDER = `/staff/orders/${order}`
const FARM = 'three-larks-ranch'

const FORMS: [email: string, path: string, fields: Record<string, string>, message: string][] = [
  [
    RUTH,
    `${STAFF_ORDER}/refund`,
    { amount: LONG, reason: 'x' },
    '“Amount in dollars”: at most 12 characters',
  ],
  [RUTH, `${STAFF_ORDER}/cancel`, { reason: LONG }, '“Why”: at most 500 characters'],
  [RUTH, `${STAFF_ORDER}/notes`, { text: LONG }, '“A note for the staff”: at most'],
  [RUTH, `${STAFF_ORDER}/edit`, { reason: LONG }, '“Why, and how the customer told you”: at most 500'],
  [RUTH, '/staff/drafts', { name: LONG }, '“Name”: at most'],
  [RUTH, `/staff/farms/${FARM}/terms`, { price: LONG }, '“Purchase price in dollars”: at most 12 characters'],
  [RUTH, '/staff/people', { email: LONG }, '“Email”: at most 254 characters'],
  [DALE, `${CENTER}/inventory/${offer}/adjust`, { change: 'too many' }, '“Change”: at most 7 characters'],
  [DALE, `${CENTER}/inventory/${offer}/shelf`, { shelf: LONG }, '“Shelf”: at most'],
]

test.each(FORMS)(
  'STF-1 FUL-1 for %s, %s names what it refuses as the form does',
  async (email, path, fields, message) => {
    const person = await signedIn(shop, email)
    const refused = await person.submit('POST', path, fields)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain(`Please check ${message}`)
  },
)
