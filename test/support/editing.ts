import { and, eq, gte, isNull, lt, notLike } from 'drizzle-orm'
import { holds, moneyMovements, offers, orderLines, refunds, stock, varieties } from '#db/schema/index.ts'
import { extraCharges, payments } from '#db/schema/payments.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { ANA, mailsTo, signedIn } from './account.ts'
import { expectOk, offerToken, orderOf, prepareToPay, readyToPay } from './buying.ts'
import { keepCard } from './kept-card.ts'
import type { Shopper } from './shopper.ts'
import { type World, world } from './world.ts'

export type EditAnswer = {
  status: number
  message: string
  code?: string
  url?: string
  path?: string
  difference_cents: number
  total_cents: number
  version: number
}

type Wishes = {
  card?: string
  isKept?: boolean
  shop?: World
  codes?: string[]
  shares?: number
  slug?: string
  arrivesOn?: string
}

/** A shop with one paid box, and the calls its buyer edits it with. With a kept card, the buyer has an account. */
export async function editableBox(wishes: Wishes = {}) {
  const shop = wishes.shop ?? (await world())
  const { db } = shop
  const { card = 'pm_card_visa', isKept = false } = wishes
  const ana = isKept ? await signedIn(shop, ANA) : await shop.shopper()
  const token = await readyToPay(ana, db, { email: ANA, quantity: wishes.shares, slug: wishes.slug })
  if (wishes.arrivesOn) {
    const path = `/v1/subscriptions/update_arrival_date/${token}`
    await expectOk(ana.call('POST', path, { arrival_date: wishes.arrivesOn }))
  }
  for (const text_entered of wishes.codes ?? [])
    await expectOk(ana.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered }))
  await pay(ana, token, card)
  await shop.settleDown()
  if (isKept) await keepCard(shop, ANA, card)
  const order = () => orderOf(db, token)
  const orderId = order().id
  const post = async (path: string, fields: Record<string, unknown>): Promise<EditAnswer> => {
    const response = await ana.call('POST', path, fields)
    return { status: response.status, ...((await response.json()) as Omit<EditAnswer, 'status'>) }
  }
  const editPath = `/account/orders/${token}/edit`
  const preview = (items: object[], fields: Record<string, unknown> = {}) =>
    post(editPath, { items, ...fields })
  const confirm = async (items: object[], fields: Record<string, unknown> = {}) =>
    post(editPath, { items, confirmed: true, version: order().version, ...fields })
  return {
    shop,
    db,
    ana,
    token,
    order,
    editPath,
    preview,
    confirm,
    payPath: `${editPath}/payment`,
    post,
    lines: () => db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).all(),
    held: () => db.select().from(holds).where(eq(holds.orderId, orderId)).all(),
    waiting: () => db.select().from(extraCharges).where(eq(extraCharges.orderId, orderId)).all(),
    payments: () => db.select().from(payments).where(eq(payments.orderId, orderId)).all(),
    refunds: () => db.select().from(refunds).where(eq(refunds.orderId, orderId)).all(),
    ledger: () =>
      db
        .select()
        .from(moneyMovements)
        .where(eq(moneyMovements.orderId, orderId))
        .all()
        .map(({ kind, amountCents }) => [kind, amountCents]),
    mails: () => mailsTo(shop, ANA).map(({ subject }) => subject),
    onHand: (token: string) =>
      db
        .select({ units: stock.onHand })
        .from(stock)
        .innerJoin(offers, eq(offers.id, stock.offerId))
        .where(and(eq(offers.token, token), eq(stock.fcId, order().fcId ?? 0)))
        .get()?.units ?? 0,
    /** Discrepancies between the ledger, the order and the provider. */
    problems: () => ledgerProblems(db),
    share: offerToken(db, 'demo-fifty'),
    roast: roastOf(shop),
  }
}

async function pay(shopper: Shopper, order_token: string, card: string) {
  const prepared = await expectOk(shopper.call('POST', '/v1/stripe_validate_payment', { order_token }))
  if (((await prepared.json()) as { total_cents: number }).total_cents === 0)
    return void (await expectOk(shopper.call('POST', '/v1/stripe_confirm_stripeless', { order_token })))
  const { clientSecret } = await prepareToPay(shopper, order_token)
  await shopper.confirm(clientSecret, card)
}

/** A fixed-price item with plenty of stock. */
export const roastOf = ({ db }: World) =>
  db
    .select({ token: offers.token, priceCents: offers.priceCents, id: offers.id, name: varieties.name })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(stock, and(eq(stock.offerId, offers.id), eq(stock.fcId, 1)))
    .where(
      and(
        gte(stock.onHand, 20),
        gte(offers.priceCents, 1_500),
        lt(offers.priceCents, 4_000),
        isNull(offers.poundCents),
        notLike(varieties.slug, 'demo-%'),
      ),
    )
    .orderBy(offers.id)
    .get()!

export const add = (token: string, quantity: number) => [{ bid_item_token: token, quantity }]
