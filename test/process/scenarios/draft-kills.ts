import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { storedCards, users } from '#db/schema/index.ts'
import { BEN } from '../../support/account.ts'
import { DELIVERY } from '../../support/drafts.ts'
import { NOW } from '../../support/now.ts'
import { type Processes, providerClient, type StandInProcess } from '../../support/processes.ts'
import { offerOf, readShop } from '../../support/shop-data.ts'
import type { Shopper } from '../../support/shopper.ts'
import { RUTH } from '../../support/staff.ts'
import { signInAt } from './exports.ts'

/**
 * Kills the server while the provider charges a draft's kept card: its response and webhook are lost.
 * @param isCharged whether the provider got to charge the card
 */
export async function killWhileChargingDraft(scene: Processes, isCharged: boolean) {
  const databasePath = await scene.database(isCharged ? 'charged' : 'uncharged')
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const { cardId, customer } = await keepCard(databasePath, payments)
  const shop = await scene.server({ databasePath, payments, port })
  const desk = await fillDraft(await signInAt(shop.origin, RUTH), { databasePath, customer, cardId })
  await payments.webhooks({ drop: 1 })
  await payments.fault({
    path: '/v1/payment_intents/*/confirm',
    kind: 'timeout',
    when: isCharged ? 'after' : 'before',
  })
  const charging = desk.charge().catch(() => null)
  await untilCharging(databasePath, payments, isCharged)
  shop.kill('SIGKILL')
  await Promise.all([shop.exited, charging])
  await payments.clearTrouble()
  return { databasePath, port, payments, token: desk.token, cardId }
}

async function keepCard(databasePath: string, payments: StandInProcess) {
  const stripe = providerClient(payments)
  const { id: customer } = await stripe.customers.create({ email: BEN })
  const { id, card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const db = openDatabase(databasePath)
  const ben = db.select().from(users).where(eq(users.email, BEN)).get()!
  const { id: cardId } = db
    .insert(storedCards)
    .values({
      userId: ben.id,
      email: BEN,
      providerCustomerId: customer,
      paymentMethodId: id,
      brand: card?.brand ?? 'visa',
      last4: card?.last4 ?? '4242',
      expMonth: card?.exp_month ?? 12,
      expYear: card?.exp_year ?? 2034,
      fingerprint: card?.fingerprint ?? null,
      isDefault: true,
      keptAt: NOW,
    })
    .returning()
    .get()
  closeDatabase(db)
  return { cardId, customer: ben.token }
}

type Draft = { databasePath: string; customer: string; cardId: number }

async function fillDraft(ruth: Shopper, { databasePath, customer, cardId }: Draft) {
  const begun = await (await ruth.call('POST', '/staff/drafts', { customer_token: customer })).json()
  const draft = deskOf(ruth, begun.token, cardId)
  const pack = readShop(databasePath, (db) => offerOf(db, 'demo-fifty').token)
  await draft.act('', { items: [{ bid_item_token: pack, quantity: 1 }] })
  await draft.act('/delivery', { email: BEN, ...DELIVERY })
  return draft
}

/** The staff calls for a draft, with its current version. */
export function deskOf(ruth: Shopper, token: string, cardId: number) {
  const path = `/staff/drafts/${token}`
  const read = async () => (await ruth.call('GET', path)).json()
  const act = async (verb: string, fields: Record<string, unknown>) => {
    const { version } = await read()
    return ruth.call('POST', path + verb, { version, ...fields })
  }
  const charge = async () =>
    act('/charge', {
      card_id: cardId,
      total_cents: (await read()).total_cents,
      consent: true,
      consent_way: 'phone',
      consent_words: 'Yes, please charge it.',
    })
  return { token, read, act, charge }
}

async function untilCharging(databasePath: string, payments: StandInProcess, isCharged: boolean) {
  for (let turn = 0; turn < 600; turn++) {
    const { tried } = readShop(databasePath, (db) =>
      db.get<{ tried: number }>(
        sql`select count(*) as tried from payments where tries > 0 and status = 'open'`,
      ),
    )
    const { charges } = await payments.ledger()
    if (tried === 1 && charges === (isCharged ? 1 : 0)) return void (await pause(100))
    await pause(50)
  }
  throw new Error('the card was never charged')
}
