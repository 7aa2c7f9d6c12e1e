import { desc, eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { incomingTexts, orders, type TextSubscription } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import { paths } from '../paths.ts'
import { sha256 } from '../tokens.ts'
import { endChangesTo, endNumber } from './ending.ts'
import { enqueueText, textsTo } from './messages.ts'
import { gatewaysWord, type ReplyWord, replyWord } from './reply-words.ts'
import { confirmSubscription, stoppedBy, waitingForYes } from './subscriptions.ts'
import { fromShop, REPLIES } from './wording.ts'

export type IncomingText = { messageSid: string; phone: string; body: string; optOutType: string | null }

/** Two machines that answer each other must come to an end. */
const ANSWERS_AN_HOUR = 10

/** Acts on a reply once, however often it's delivered, and answers it unless the gateway has. */
export function receiveText(tx: DurableTx, config: Config, text: IncomingText, now: Instant) {
  const { messageSid, phone, optOutType } = text
  const word = optOutType === null ? replyWord(text.body) : gatewaysWord(optOutType)
  const { changes } = tx
    .insert(incomingTexts)
    .values({ messageSid, phoneHash: sha256(phone), word, receivedAt: now })
    .onConflictDoNothing()
    .run()
  if (changes === 0) return
  const mayAnswer =
    optOutType === null &&
    (isRevocation(word) || textsTo(tx, phone, ['answer'], now - HOUR_MS) < ANSWERS_AN_HOUR)
  const body = act(tx, config, phone, word, now)
  if (mayAnswer)
    enqueueText(
      tx,
      { key: `answer:${messageSid}`, kind: 'answer', phone, zip: null, body: fromShop(body) },
      now,
    )
}

const isRevocation = (word: ReplyWord) => word === 'stop' || word === 'cancel'

/** @returns the answer */
function act(tx: DurableTx, config: Config, phone: string, word: ReplyWord, now: Instant): string {
  if (word === 'help') return REPLIES.help(config.store)
  if (word === 'unknown') return REPLIES.unknown(config.store)
  if (word === 'start' || word === 'yes') return turnOn(tx, config, phone, now)
  const ended = endNumber(tx, phone, 'stop', now)
  endChangesTo(tx, phone)
  return word === 'stop' ? REPLIES.stop() : REPLIES.cancel(orderPath(tx, ended))
}

/** Those that wait for a YES; else those that a STOP ended. */
function turnOn(tx: DurableTx, config: Config, phone: string, now: Instant): string {
  const waiting = waitingForYes(tx, phone, now)
  const meant = waiting.length > 0 ? waiting : stoppedBy(tx, phone)
  for (const subscription of meant) confirmSubscription(tx, subscription, config.store.name, now, false)
  return meant.length > 0 ? REPLIES.on() : REPLIES.nothingToStart(paths.account())
}

/** The box that such a person may mean. Its page asks strangers to sign in. */
function orderPath(db: Db, ended: TextSubscription[]): string {
  const [of] = ended
  if (!of) return paths.orders()
  const isTheirs = of.orderId !== null ? eq(orders.id, of.orderId) : eq(orders.userId, of.userId ?? 0)
  const order = db.select().from(orders).where(isTheirs).orderBy(desc(orders.placedAt)).limit(1).get()
  return order?.placedAt ? paths.order(order.token) : paths.orders()
}
