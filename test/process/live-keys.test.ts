import { expect, test } from 'vitest'
import { orders, payments } from '#db/schema/index.ts'
import { confirmCard, createBuyer, createClient, expectOk } from '../support/buyers.ts'
import { stopAll, until, withProcesses } from '../support/processes.ts'
import { offerOf, readShop } from '../support/shop-data.ts'

const KEYS = {
  STRIPE_SECRET_KEY: 'rk_live_of_the_process_tests',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_of_the_process_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_process_tests',
}

const LIVE_SHOP = {
  ...KEYS,
  DEMO: '0',
  APP_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@example.com',
  RATE_LIMITS: 'on',
}

test('PAY-18 a live shop with a restricted key sells, gets the webhook and refunds', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('live')
    const port = await processes.freePort()
    const standIn = await processes.standIn({ webhookPort: port, env: KEYS })
    const server = await processes.server({ databasePath, port, payments: standIn, env: LIVE_SHOP })
    const [client, provider] = [createClient(server.origin), createClient(standIn.origin)]
    const offer = readShop(databasePath, (db) => offerOf(db, 'demo-fifty'))

    /** Pays without ever polling: only the webhook can report it. */
    const payFor = async (name: string, beforeCharge: 'add another' | 'nothing') => {
      const buyer = createBuyer(client, { name })
      await buyer.fillBox(offer.token)
      expectOk(await buyer.validate())
      const { clientSecret } = JSON.parse(expectOk(await buyer.createIntent()).text) as {
        clientSecret: string
      }
      if (beforeCharge === 'add another')
        expectOk(await buyer.call('POST', `/cart/items/${offer.token}`, { quantity: 1 }))
      expectOk(await confirmCard(provider, clientSecret, 'pm_card_visa', KEYS.STRIPE_PUBLISHABLE_KEY))
      return buyer.orderToken
    }
    const paid = await payFor('ana', 'nothing')
    const refunded = await payFor('ben', 'add another')
    const facts = () =>
      readShop(databasePath, (db) => {
        const state = new Map(
          db
            .select()
            .from(orders)
            .all()
            .map((order) => [order.token, order.state]),
        )
        const made = db
          .select()
          .from(payments)
          .all()
          .filter(({ livemode }) => livemode)
        return {
          orders: [state.get(paid), state.get(refunded)],
          payments: made.map(({ status, providerAccount }) => [status, providerAccount]),
        }
      })
    await until('one order paid, one payment refunded', async () => {
      const { refundedCents } = await standIn.ledger()
      return refundedCents > 0 && facts().orders[0] === 'paid'
    })
    expect(facts()).toEqual({
      orders: ['paid', 'addressed'],
      payments: [
        ['succeeded', 'acct_stand_in'],
        ['refunded', 'acct_stand_in'],
      ],
    })
    const { chargedCents, refundedCents, charges } = await standIn.ledger()
    expect([charges, refundedCents * 2]).toEqual([2, chargedCents])
    for (const one of [client, provider]) one.close()
    await stopAll(server)
  }))
