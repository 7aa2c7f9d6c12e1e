import { like } from 'drizzle-orm'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { outboxMessages } from '#db/schema/index.ts'
import { setShopTime, shopClock } from '#src/clock.ts'
import { DAY_MS } from '#src/day.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { createBuyer, createClient, expectOk } from '../../support/buyers.ts'
import { errorsOf, type Processes, stopAll, until } from '../../support/processes.ts'
import { readShop, untilAtRest } from '../../support/shop-data.ts'

/** Gift cards go out at 9 a.m. in this zone. */
const ZONE = 'America/New_York'
const RECIPIENT = 'rosa@example.net'

/**
 * Buys a gift card of `cents` to be emailed tomorrow, then restarts the shop with its clock a day and a half ahead.
 * @returns the stopped shop's database, and the code from the recipient's email
 */
export async function mailBoughtCard(scene: Processes, cents: number) {
  const databasePath = await scene.database('bought-card')
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const tomorrow = readShop(databasePath, (db) => dayIn(ZONE, shopClock(db).now() + DAY_MS))
  const before = await scene.server({ databasePath, payments, port })
  await buyCard(before.origin, payments.origin, { amount_cents: String(cents), send_on: tomorrow })
  const early = mailsToRecipient(databasePath)
  await stopAll(before)
  await passDays(databasePath, 1.5)
  const after = await scene.server({ databasePath, payments, port })
  await until(
    () => `an email to ${RECIPIENT}`,
    async () => mailsToRecipient(databasePath).length > 0,
  )
  await untilAtRest(databasePath, payments)
  const mails = mailsToRecipient(databasePath)
  const errors = [before, after].flatMap(errorsOf)
  await stopAll(after, payments)
  const code = /\b(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}\b/.exec(mails[0] ?? '')?.[0] ?? ''
  return { databasePath, code, mails: { early: early.length, on_its_day: mails.length }, errors }
}

async function buyCard(origin: string, provider: string, card: { amount_cents: string; send_on: string }) {
  const client = createClient(origin)
  const toProvider = createClient(provider)
  const visitor = createBuyer(client, { name: 'jane' })
  await visitor.visit('/gift-cards')
  const fields = { delivery_method: 'email', recipient_email: RECIPIENT, ...card }
  expectOk(await visitor.call('POST', '/v1/add_gift_card_to_cart', fields))
  const orderToken = String((await visitor.visit('/checkout')).headers.location)
    .split('/')
    .at(-1) as string
  const jane = createBuyer(client, { ...visitor.standing(), orderToken })
  expectOk(await jane.step('/v1/stripe_update_email', { email: 'jane@example.com' }))
  const refusal = await jane.pay(toProvider)
  if (refusal) throw new Error(`the gift card was not paid: ${refusal.status} ${refusal.text}`)
  await until(
    () => 'a paid gift card',
    async () => (await jane.status()) === 'succeeded',
  )
  client.close()
  toProvider.close()
}

const mailsToRecipient = (databasePath: string): string[] =>
  readShop(databasePath, (db) =>
    db
      .select({ text: outboxMessages.text })
      .from(outboxMessages)
      .where(like(outboxMessages.recipient, RECIPIENT))
      .all()
      .map(({ text }) => text ?? ''),
  )

async function passDays(databasePath: string, days: number) {
  const db = openDatabase(databasePath)
  await setShopTime(db, shopClock(db).now() + days * DAY_MS, Date.now())
  closeDatabase(db)
}
