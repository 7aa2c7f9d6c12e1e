import { eq } from 'drizzle-orm'
import { auditEntries, type DraftOrder, draftOrders, orderLines, roles } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { BEN, mailsTo, signedIn, userOf } from './account.ts'
import { expectOk, offerToken, orderOf, SEATTLE } from './buying.ts'
import { RUTH } from './staff.ts'
import { world } from './world.ts'

export const CALLER = 'caller@example.com'

const { mobile_phone_number, ...street } = SEATTLE
export const DELIVERY = { ...street, delivery_phone_number: mobile_phone_number }

type Wishes = { customer?: string; slug?: string }

/** Ruth, with a new draft. */
export async function draftDesk({ customer, slug = 'demo-fifty' }: Wishes = {}) {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const fields = customer ? { customer_token: userOf(shop, customer).token } : { email: CALLER }
  const begun = await expectOk(ruth.call('POST', '/staff/drafts', fields))
  const { token } = (await begun.json()) as { token: string }
  const path = `/staff/drafts/${token}`
  const pack = offerToken(shop.db, slug)
  const order = () => orderOf(shop.db, token)
  const draft = (): DraftOrder =>
    shop.db.select().from(draftOrders).where(eq(draftOrders.orderId, order().id)).get()!

  /** Calls as a script, with the current version unless another is given. */
  const act = async (verb: string, fields: Record<string, unknown> = {}, clerk = ruth) => {
    const response = await clerk.call('POST', verb === '' ? path : `${path}/${verb}`, {
      version: order().version,
      ...fields,
    })
    const json = (await response.json()) as { message: string; current?: Json; yours?: Json }
    return { status: response.status, ...json }
  }
  const fill = (quantity: number, more: Record<string, unknown> = {}, price_cents?: number) =>
    act('', {
      items: [{ bid_item_token: pack, quantity, ...(price_cents !== undefined && { price_cents }) }],
      ...more,
    })
  const address = () => act('delivery', { email: order().email, ...DELIVERY })
  const lines = () =>
    shop.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order().id))
      .all()
      .map(({ quantity, bundledQuantity, bundledCents }) => [quantity, bundledQuantity, bundledCents])
  const trail = () =>
    shop.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectToken, token))
      .all()
      .map(({ verb }) => verb)
  const read = async () => (await (await ruth.call('GET', path)).json()) as Json
  /** Ben, as a second staff member. */
  const colleague = () => {
    shop.db
      .insert(roles)
      .values({ userId: userOf(shop, BEN).id, role: 'staff' })
      .run()
    return signedIn(shop, BEN)
  }
  const link = async () => {
    await shop.settleDown()
    const mail = mailsTo(shop, order().email ?? '').findLast(({ text }) => text.includes('/pay?key='))!
    const url = new URL(/http\S+\/pay\?key=[\w-]+/.exec(mail.text)![0])
    return { path: url.pathname, key: url.searchParams.get('key')! }
  }
  const problems = () => ledgerProblems(shop.db)
  return {
    shop,
    ruth,
    token,
    path,
    pack,
    order,
    draft,
    act,
    fill,
    address,
    lines,
    trail,
    read,
    colleague,
    link,
    problems,
  }
}

type Json = Record<string, unknown>
