import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#db/schema/index.ts'
import { signedIn } from '../support/account.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { FARMER } from '../support/farms.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const shop = await world()
const FARM = 'three-larks-ranch'
const offer = shop.db.get<{ token: string }>(sql`
  select offers.token from offers inner join varieties on varieties.id = offers.variety_id
  inner join farms on farms.id = varieties.farm_id where farms.slug = ${FARM}`)?.token
const order = shop.db
  .select()
  .from(orders)
  .all()
  .find(({ placedAt }) => placedAt !== null)?.token

const FORMS: [email: string, path: string, fields: Record<string, string>][] = [
  [RUTH, '/staff/drafts', { email: 'nobody' }],
  [RUTH, '/staff/promotions', { code: '', kind: 'percent' }],
  [RUTH, `/staff/orders/${order}/refund`, { amount: 'much', reason: '' }],
  [RUTH, `/staff/catalog/offers/${offer}`, { price: 'much', seen_cents: '1', reason: 'x' }],
  [RUTH, `/staff/farms/${FARM}/terms`, { kind: 'commission', percent: 'half', starts_on: '' }],
  [RUTH, '/staff/people', { email: 'nobody', work: 'staff' }],
  [FARMER, `/vendor/${FARM}/inventory/${offer}/price`, { price: 'much', reason: '' }],
  [RUTH, `/staff/catalog/offers/${offer}/pause`, { paused: 'maybe' }],
  [DALE, `${CENTER}/receiving`, { bid_item_token: 'x', quantity: '0', expected_on: 'soon' }],
  [DALE, `${CENTER}/recalls`, { reason: '' }],
  [DALE, `${CENTER}/weather_alerts`, { title: '' }],
]

test.each(FORMS)(
  'STF-1 FUL-1 after a refusal, %s finds the focus at what is wrong with %s',
  async (email, path, fields) => {
    const person = await signedIn(shop, email)
    const refused = await person.submit('POST', path, fields)
    const [, main = ''] = (await refused.text()).split('<main')
    const focused = main.match(/<[^>]* autofocus[^>]*>/g) ?? []
    expect([refused.status, focused.length]).toEqual([422, 1])
    expect(focused[0]).toMatch(/role="alert"|aria-invalid="true"|<h1/)
  },
)
