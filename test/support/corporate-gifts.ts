import { eq } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import {
  corporateGifts,
  fulfillmentCenters,
  giftBoxes,
  type Order,
  orderLines,
  orders,
} from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { placePaidGifts } from '#src/staff/corporate-gifts/place-boxes.ts'
import { receiveUnits } from '#src/stock/stock.ts'
import { mailsTo } from './account.ts'
import { expectOk, prepareToPay } from './buying.ts'
import { CALLER, draftDesk } from './drafts.ts'
import type { Shopper } from './shopper.ts'

/** A day before the tests' clock. */
export const PASSED = assertDay('2026-01-05')

export const HEAD = 'name,street,street2,city,state,zip,phone,deliver_on,message'

/** A CSV row for an apartment in Seattle. */
export const lineTo = (apartment: number, deliverOn = '', message = '') =>
  `Guest ${apartment},1912 Pike Pl,Apt ${apartment},Seattle,WA,98101,,${deliverOn},${message}`

export const fileOf = (lines: string[]) => [HEAD, ...lines].join('\n')

export const lineTos = (count: number) => Array.from({ length: count }, (_, at) => lineTo(at + 1))

/** Ruth's draft of two packs in Seattle, turned into a corporate gift, in a shop with plenty of stock and capacity. */
export async function giftDesk() {
  const desk = await draftDesk()
  const { shop, ruth } = desk
  const { db } = shop
  db.update(fulfillmentCenters).set({ dailyCapacity: 1_000 }).run()
  await desk.fill(2)
  await desk.address()
  const [item] = db.select().from(orderLines).where(eq(orderLines.orderId, desk.order().id)).all()
  await durably(db, (tx) =>
    receiveUnits(tx, 1, [{ offerId: item!.offerId, quantity: 2_000 }], shop.services.clock.now(), 'test'),
  )
  const begun = await expectOk(ruth.call('POST', `${desk.path}/many`, { version: desk.order().version }))
  const { token } = (await begun.json()) as { token: string }
  const path = `/staff/gifting/${token}`

  const act = async (verb: string, fields: Record<string, unknown> = {}, clerk = ruth) => {
    const response = await clerk.call('POST', verb === '' ? path : `${path}/${verb}`, fields)
    return { status: response.status, ...((await response.json()) as Answer) }
  }
  const read = async () => (await (await ruth.call('GET', path)).json()) as GiftPage
  /** Adds rows, and waits until each is checked. */
  const add = async (lines: string[]) => {
    const answer = await act('', { rows: fileOf(lines) })
    await shop.settleDown()
    return answer
  }
  const quote = async () => {
    const answer = await act('quote', { seen_cents: (await read()).quoted_cents })
    await shop.settleDown()
    return answer
  }
  const payer = (): Order => {
    const { payerId } = db.select().from(corporateGifts).where(eq(corporateGifts.token, token)).get()!
    return db.select().from(orders).where(eq(orders.id, payerId!)).get()!
  }
  const linkToPay = () => {
    const mail = mailsTo(shop, CALLER).findLast(({ text }) => text.includes('/pay?key='))!
    const url = new URL(/http\S+\/pay\?key=[\w-]+/.exec(mail.text)![0])
    return { path: url.pathname, key: url.searchParams.get('key')! }
  }
  const pay = async (guest?: Shopper, card?: string) => {
    const company = guest ?? (await shop.shopper())
    const link = linkToPay()
    await expectOk(company.call('POST', link.path, { key: link.key }))
    const { clientSecret } = await prepareToPay(company, payer().token)
    await company.confirm(clientSecret, card)
    await shop.settleDown()
    return company
  }
  const place = async () => {
    await placePaidGifts(shop.services)
    await shop.settleDown()
  }
  const boxes = () => db.select().from(giftBoxes).all()
  const orderOfBox = (at: number): Order =>
    db.select().from(orders).where(eq(orders.id, boxes()[at]!.orderId!)).get()!
  return {
    ...desk,
    giftToken: token,
    giftPath: path,
    gift: act,
    readGift: read,
    add,
    quote,
    payer,
    pay,
    linkToPay,
    place,
    boxes,
    orderOfBox,
  }
}

type Answer = { message: string; problems?: { line: number; message: string }[] }
type GiftPage = {
  state: string
  counts: Record<string, number>
  quoted_cents: number
  rest_cents: number
  boxes: {
    line: number
    state: string
    problem: string | null
    price_cents: number | null
    order_token: string | null
  }[]
}
