import { eq } from 'drizzle-orm'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { giftCards, moneyMovements, orderPromotions, promotions } from '#db/schema/index.ts'
import { giftCodeHash } from '#src/pricing/gift-cards.ts'
import { openGiftCard } from '#src/pricing/gift-ledger.ts'
import {
  type Buyer,
  type Client,
  confirmCard,
  createBuyer,
  createClient,
  expectOk,
  forEachOf,
  type Reply,
  type Standing,
} from '../../support/buyers.ts'
import {
  errorsOf,
  type Processes,
  type Server,
  type StandInProcess,
  stopAll,
} from '../../support/processes.ts'
import { readyBuyer } from '../../support/ready-buyer.ts'
import {
  bookProblems,
  changeShop,
  lastOrderId,
  offerOf,
  ordersSince,
  readShop,
  stockUp,
  untilAtRest,
} from '../../support/shop-data.ts'

const VARIETY = 'demo-fifty'
const SINGLE_USE = 'ONCE'
const CARD = 'FIFTYDOLLARS0000'
export const CARD_CENTS = 5_000

/** Buyers one click before Pay, with enough stock for all of them; the shop is closed again. */
export type Queue = { databasePath: string; people: Standing[]; afterId: number }

export async function gatherQueue(scene: Processes, size: number): Promise<Queue> {
  const databasePath = await scene.database(`queue-${size}`)
  await changeShop(databasePath, (tx) => {
    const entry = { cents: CARD_CENTS, reference: CARD, now: Date.now() }
    openGiftCard(tx, giftCodeHash(CARD), 'issued', entry)
  })
  return queueAt(databasePath, size)
}

/** The same, on an existing shop. */
export async function queueAt(databasePath: string, size: number): Promise<Queue> {
  await stockUp(databasePath, VARIETY, size)
  const db = openDatabase(databasePath)
  const offer = offerOf(db, VARIETY)
  const queue = { databasePath, people: [] as Standing[], afterId: lastOrderId(db) }
  for (let index = 0; index < size; index++) queue.people.push(await readyBuyer(db, offer, `coded${index}`))
  closeDatabase(db)
  return queue
}

/**
 * Everyone enters the single-use code and presses Pay at once, on two servers; those refused remove the code and pay
 * without it.
 */
export async function spendOnce(scene: Processes, queue: Queue) {
  return atTwoShops(scene, await copyOf(scene, queue), SINGLE_USE, async (buyers, provider) => {
    const replies = await Promise.all(buyers.map((buyer) => buyer.validate()))
    const refused = buyers.filter((_, index) => isUsedUp(replies[index]))
    const others = replies.filter((reply) => reply.status !== 200 && !isUsedUp(reply))
    await forEachOf(refused, 8, async (buyer) => {
      expectOk(await buyer.call('DELETE', codesOf(buyer), { mark: SINGLE_USE }))
    })
    await forEachOf(buyers, 8, (buyer) => pay(buyer, provider))
    return { refused: refused.length, odd: others.map(toldBy) }
  })
}

/** Everyone enters the same gift card and pays at once; some get a share of it, the others pay in full. */
export const shareCard = async (scene: Processes, queue: Queue) =>
  shareCardThere(scene, await copyOf(scene, queue), CARD)

/** Not on a copy: a shop copied after it has run sends no email until staff resume it. */
export async function shareCardThere(scene: Processes, queue: Queue, code: string) {
  return atTwoShops(scene, queue, code, async (buyers, provider) => {
    await Promise.all(buyers.map((buyer) => pay(buyer, provider)))
    return { refused: 0, odd: [] }
  })
}

const copyOf = async (scene: Processes, queue: Queue): Promise<Queue> => ({
  ...queue,
  databasePath: await scene.database(`codes-${Date.now()}`, queue.databasePath),
})

type Play = (buyers: Buyer[], provider: Client) => Promise<{ refused: number; odd: string[] }>

async function atTwoShops(scene: Processes, queue: Queue, code: string, play: Play) {
  const { databasePath } = queue
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const shops = [
    await scene.server({ databasePath, payments, port }),
    await scene.server({ databasePath, payments }),
  ]
  const clients = shops.map((shop) => createClient(shop.origin, queue.people.length))
  const provider = createClient(payments.origin)
  const buyers = queue.people.map((person, index) =>
    createBuyer(clients[index % clients.length] as Client, person),
  )
  const entries = await Promise.all(
    buyers.map((buyer) => buyer.call('POST', codesOf(buyer), { text_entered: code })),
  )
  const played = await play(buyers, provider)
  const outcome = {
    entered: entries.filter(({ status }) => status === 200).length,
    refused: played.refused,
    odd: [...played.odd, ...shops.flatMap(errorsOf)],
    ...(await booksAfter(databasePath, payments, queue.afterId, code)),
  }
  for (const client of [...clients, provider]) client.close()
  await stopAll(...(shops satisfies Server[]), payments)
  return outcome
}

async function booksAfter(databasePath: string, payments: StandInProcess, afterId: number, code: string) {
  await untilAtRest(databasePath, payments)
  const ledger = await payments.ledger()
  return readShop(databasePath, (db) => {
    const card = db
      .select()
      .from(giftCards)
      .where(eq(giftCards.codeHash, giftCodeHash(code === SINGLE_USE ? CARD : code)))
      .get()
    const single = db.select().from(promotions).where(eq(promotions.code, SINGLE_USE)).get()
    const paid = ordersSince(db, afterId).filter((order) => order.state === 'paid')
    const mine = new Set(paid.map((order) => order.id))
    const uses = db.select().from(orderPromotions).all()
    const debits = db.select().from(moneyMovements).where(eq(moneyMovements.kind, 'gift_debit')).all()
    return {
      paid: paid.length,
      counted: single?.usedCount ?? 0,
      uses: uses.filter(({ orderId, usedAt }) => mine.has(orderId) && usedAt !== null).length,
      cheaper: paid.filter((order) => (order.promotionsCents ?? 0) > 0).length,
      givenCents: debits
        .filter(({ orderId }) => mine.has(orderId))
        .reduce((sum, debit) => sum + debit.amountCents, 0),
      creditedCents: paid.reduce((sum, order) => sum + (order.giftCents ?? 0), 0),
      leftCents: card?.balanceCents ?? -1,
      problems: bookProblems(db, ledger, afterId),
    }
  })
}

async function pay(buyer: Buyer, provider: Client) {
  expectOk(await buyer.validate())
  const intent = JSON.parse(expectOk(await buyer.createIntent()).text) as { clientSecret: string | null }
  if (intent.clientSecret) expectOk(await confirmCard(provider, intent.clientSecret))
  else expectOk(await buyer.step('/v1/stripe_confirm_stripeless'))
}

const codesOf = (buyer: Buyer) => `/v1/apply_gift_and_promo_codes/${buyer.orderToken}`
const isUsedUp = (reply: Reply | undefined) =>
  reply?.status === 422 && (JSON.parse(reply.text) as { code?: string }).code === 'promotion'
const toldBy = ({ status, text }: Reply) => `${status} ${text.slice(0, 200)}`
