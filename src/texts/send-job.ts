import { eq } from 'drizzle-orm'
import { type DurableTx, durably } from '#db/client.ts'
import { type TextMessage, textMessages, textSubscriptions } from '#db/schema/index.ts'
import { MINUTE_MS } from '../day.ts'
import { job } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { paths } from '../paths.ts'
import { type SentText, TextError } from '../providers/texts/texter.ts'
import type { Services } from '../services.ts'
import { codeOf } from './codes.ts'
import { endAfterFailure } from './failures.ts'
import { CODE_MARK, fillMarks } from './marks.ts'
import { changeText, textById } from './messages.ts'
import { SEND_TEXT } from './send-text.ts'
import { askedPhone } from './subscriptions.ts'
import { nextTextAt } from './text-hours.ts'

/** How long a text whose call had no answer may still appear in the gateway's list. */
const IN_DOUBT_MS = 2 * MINUTE_MS

export const sendText = job(
  SEND_TEXT.kind,
  SEND_TEXT.schema,
  SEND_TEXT.lane,
  async (services, { textId }) => {
    const text = textById(services.db, textId)
    if (!text || (text.state !== 'waiting' && text.state !== 'sending')) return
    const body = bodyOf(services, text)
    if (body === null) return drop(services, textId)
    const found = text.state === 'sending' ? await findAfterDoubt(services, text, body) : null
    if (found) return recordSent(services, textId, found)
    if (await postponed(services, text)) return
    await send(services, text, body)
  },
)

/** With the code; null once the code is of no use. */
function bodyOf({ db, config, clock }: Services, text: TextMessage): string | null {
  const { kind, body, subscriptionId } = text
  if (kind !== 'code') return fillMarks(config, body)
  const isItsOwn = eq(textSubscriptions.id, subscriptionId ?? 0)
  const subscription = db.select().from(textSubscriptions).where(isItsOwn).get()
  if (!subscription || askedPhone(subscription) !== text.phone) return null
  const { codeToken, codeExpiresAt } = subscription
  if (!codeToken || !codeExpiresAt || codeExpiresAt <= clock.now()) return null
  return fillMarks(config, body).replace(CODE_MARK, codeOf(config, codeToken))
}

async function findAfterDoubt(
  { texter, wallClock }: Services,
  { phone, calledAt }: TextMessage,
  body: string,
) {
  const since = calledAt ?? 0
  const found = await texter.find({ to: phone, body }, since)
  if (!found && wallClock.now() - since < IN_DOUBT_MS)
    throw new TextError('unknown', null, 'The text may still appear in the list.')
  return found
}

/** A try that falls into the night waits for morning. */
async function postponed({ db, clock }: Services, text: TextMessage): Promise<boolean> {
  const now = clock.now()
  const runAt = nextTextAt(db, text, now)
  if (runAt <= now) return false
  await durably(db, (tx) => {
    changeText(tx, text.id, { state: 'waiting' })
    enqueue(tx, SEND_TEXT, { textId: text.id }, { key: `send_text:${text.id}:${runAt}`, now, runAt })
  })
  return true
}

/** The row says `sending` before the gateway is called, so that a crash leaves a doubt and no second text. */
async function send(services: Services, text: TextMessage, body: string) {
  const { db, wallClock, texter, config } = services
  const isOurs = await durably(db, (tx) => claim(tx, text, wallClock.now()))
  if (!isOurs) return
  const reportUrl = `${config.appUrl}${paths.textReports()}?text=${text.id}`
  try {
    await recordSent(services, text.id, await texter.send({ key: text.key, to: text.phone, body, reportUrl }))
  } catch (error) {
    if (error instanceof TextError && error.outcome === 'not_done') await handleRefusal(services, text, error)
    else throw error
  }
}

/** Between the look and this, a newer text or a STOP may have dropped it. */
function claim(tx: DurableTx, { id }: TextMessage, calledAt: number): boolean {
  const state = textById(tx, id)?.state
  if (state !== 'waiting' && state !== 'sending') return false
  changeText(tx, id, { state: 'sending', calledAt })
  return true
}

/** A refusal for good turns texts off; any other is tried again. */
async function handleRefusal(services: Services, text: TextMessage, error: TextError) {
  const { db, clock } = services
  const isFinal = await durably(db, (tx) => {
    const isEnd = endAfterFailure(tx, text, error.code, clock.now())
    changeText(tx, text.id, { state: isEnd ? 'failed' : 'waiting', errorCode: error.code })
    return isEnd
  })
  if (!isFinal) throw error
}

/** A report may have come first. */
const recordSent = ({ db, clock }: Services, textId: number, { id }: SentText) =>
  durably(db, (tx) => {
    const now = clock.now()
    tx.update(textMessages).set({ providerId: id, sentAt: now }).where(eq(textMessages.id, textId)).run()
    if (textById(tx, textId)?.state === 'sending') changeText(tx, textId, { state: 'sent' })
  })

const drop = ({ db }: Services, textId: number) =>
  durably(db, (tx) => changeText(tx, textId, { state: 'dropped' }))
