import { and, eq, gte, isNull, lt, notLike } from 'drizzle-orm'
import { holds, moneyMovements, offers, orderLines, refunds, stock, varieties } from '#db/schema/index.ts'
import { extraCharges, payments } from '#db/schema/payments.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { ANA, mailsTo, signedIn } from './account.ts'
import { offerToken, orderOf, prepareToPay, readyToPay } from './buying.ts'
import { keepCard } from './kept-card.ts'
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

/** A shop with one paid box, and how its buyer changes it. With a kept card, the buyer has an account. */
export async function editableBox(wishes: { card?: string; isKept?: boolean; shop?: World } = {}) {
  const shop = wishes.shop ?? (await world())
  const { db } = shop
  const { card = 'pm_card_visa', isKept = false } = wishes
  const ana = isKept ? await signedIn(shop, ANA) : await shop.shopper()
  const token = await readyToPay(ana, db, { email: ANA })
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret, card)
  await shop.settleDown()
  if (isKept) await keepCard(shop, ANA, card)
  const order = () => orderOf(db, token)
  const ofOrder = <T extends { orderId: number | null }>(rows: T[]) =>
    rows.filter(({ orderId }) => orderId === order().id)
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
    lines: () => ofOrder(db.select().from(orderLines).all()),
    held: () => ofOrder(db.select().from(holds).all()),
    waiting: () => ofOrder(db.select().from(extraCharges).all()),
    payments: () => ofOrder(db.select().from(payments).all()),
    refunds: () => ofOrder(db.select().from(refunds).all()),
    ledger: () =>
      ofOrder(db.select().from(moneyMovements).all()).map(({ kind, amountCents }) => [kind, amountCents]),
    mails: () => mailsTo(shop, ANA).map(({ subject }) => subject),
    onHand: (token: string) =>
      db
        .select({ units: stock.onHand })
        .from(stock)
        .innerJoin(offers, eq(offers.id, stock.offerId))
        .where(and(eq(offers.token, token), eq(stock.fcId, order().fcId ?? 0)))
        .get()?.units ?? 0,
    /** What the books, the order and the provider disagree about. */
    problems: () => ledgerProblems(db),
    share: offerToken(db, 'demo-fifty'),
    roast: roastOf(shop),
  }
}

/** Something at a fixed price that is well in stock. */
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
