import { expect, test } from 'vitest'
import { jobs, mailedLinks, outboxMessages } from '#db/schema/index.ts'
import { secretOf } from '#src/accounts/mailed-links.ts'
import { outboxMailer } from '#src/providers/mail/outbox-mailer.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { prepareToPay, readyToPay } from '../support/buying.ts'
import { type World, world } from '../support/world.ts'

const MINUTE = 60_000

/** A shop whose mail server can be taken down. */
async function shopWithMail() {
  const shop: World = await world()
  const outbox = outboxMailer(shop.db, shop.clock)
  const server = { isDown: false }
  shop.services.mailer = {
    send: async (mail) => {
      if (server.isDown) throw new Error('the mail server does not answer')
      await outbox.send(mail)
    },
  }
  const sent = () => shop.db.select().from(outboxMessages).all()
  const work = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      shop.pass(MINUTE)
      await runDueJobs(shop.services)
    }
  }
  return { ...shop, server, sent, work }
}

const askForLink = async (shop: World, email_address: string) => {
  const person = await shop.shopper()
  expect((await person.call('POST', '/v1/send_email_login_link', { email_address })).status).toBe(200)
  return person
}

async function buy(shop: World) {
  const ana = await shop.shopper()
  const { clientSecret } = await prepareToPay(ana, await readyToPay(ana, shop.db))
  await ana.confirm(clientSecret)
  await shop.standIn.deliverDue()
}

test('OPS-9 R29 after a two-hour mail outage each receipt arrives once, and an expired sign-in link says so', async () => {
  const shop = await shopWithMail()
  shop.server.isDown = true
  const person = await askForLink(shop, 'shopper@example.com')
  for (let order = 0; order < 3; order++) {
    await buy(shop)
    await shop.work(40)
  }
  expect(shop.sent()).toEqual([])

  shop.server.isDown = false
  await shop.work(16)
  expect(shop.sent().map(({ subject }) => subject)).toHaveLength(3)
  const [link] = shop.db.select().from(mailedLinks).all()
  expect(shop.db.select().from(jobs).all()).toContainEqual(
    expect.objectContaining({
      kind: 'mail_link',
      state: 'failed',
      error: expect.stringMatching(
        /^the (mail server does not answer|link expired before it could be sent)$/,
      ),
    }),
  )
  const page = await person.visit(`/magic-link/${secretOf(shop.config, link!.token)}`)
  expect(page.status).toBe(410)
  expect(await page.text()).toContain('expired')
})

test('OPS-9 ACC-4 a link delayed by the mail server says how long it is still valid', async () => {
  const shop = await shopWithMail()
  shop.server.isDown = true
  await askForLink(shop, 'shopper@example.com')
  await shop.work(9)
  shop.server.isDown = false
  await shop.work(2)
  expect(shop.sent()).toMatchObject([{ text: expect.stringMatching(/\b[45] minutes\b/) }])
})
