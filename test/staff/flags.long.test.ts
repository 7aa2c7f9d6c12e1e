import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { jobs, orders, outboxMessages, roles, staffFlags } from '#db/schema/index.ts'
import { closeFlag, flagForStaff } from '#src/flags/flags.ts'
import { enqueue, giveUpJob } from '#src/jobs/queue.ts'
import { mailReceipt } from '#src/orders/mails.tsx'
import { remindOwner } from '#src/staff/mails.tsx'
import { BEN, signedIn, userOf } from '../support/account.ts'
import { openFlag, RUTH } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import { type World, world } from '../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Adds these flags to a shop. @returns their ids */
async function flagged(shop: World, keys: string[], more: { dueAt?: number } = {}): Promise<number[]> {
  const now = shop.clock.now()
  await durably(shop.db, (tx) => {
    for (const key of keys)
      flagForStaff(tx, { kind: 'unknown_payment', key, detail: `About ${key}.`, now, ...more })
  })
  return keys.map((key) => shop.db.select().from(staffFlags).where(eq(staffFlags.key, key)).get()!.id)
}

/** Without the demo's own flag. */
async function shopWithoutFlags() {
  const shop = await world()
  shop.db.delete(staffFlags).run()
  return shop
}

/** Ruth, and Ben, who joins the staff. */
async function twoStaff(shop: World) {
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'staff' })
    .run()
  return [await signedIn(shop, RUTH), await signedIn(shop, BEN)] as const
}

const flagOf = ({ db }: World, id: number) => db.select().from(staffFlags).where(eq(staffFlags.id, id)).get()

test('STF-1 the overview and the list show what waits, how long and the owner, as pages and as JSON', async () => {
  const shop = await shopWithoutFlags()
  const [first] = await flagged(shop, ['pi_1'])
  shop.pass(2 * DAY)
  const [urgent] = await flagged(shop, ['pi_2'], { dueAt: shop.clock.now() + DAY })
  const ruth = await signedIn(shop, RUTH)

  const today = await (await ruth.visit('/staff')).text()
  expect(today).toContain('2 things need a person. The oldest has waited 2 days.')
  expect(today).toContain('Waiting 2 days')
  expect(today).toContain('Due Mon, Nov 23')

  const list = await (await ruth.call('GET', '/staff/flags')).json()
  expect(list).toMatchObject({ page: 1, pages: 1, total: 2 })
  expect(list.flags.map(({ id }: { id: number }) => id)).toEqual([urgent, first])
  expect(list.flags[1]).toMatchObject({
    kind: 'unknown_payment',
    detail: 'About pi_1.',
    state: 'open',
    owner: null,
    actions: ['done', 'dismiss'],
  })
  const overview = await (await ruth.call('GET', '/staff')).json()
  expect(overview).toMatchObject({ open_flags: 2, disputes: 0, failed_jobs: 0, unverified_addresses: 0 })
})

test('STF-1 a flag can be assigned, and its owner finds it in their list', async () => {
  const shop = await shopWithoutFlags()
  const [flag] = await flagged(shop, ['pi_1', 'pi_2'])
  const [ruth, ben] = await twoStaff(shop)
  const owner = userOf(shop, BEN).token
  expect((await ruth.submit('POST', `/staff/flags/${flag}/assign`, { owner })).status).toBe(303)
  expect(await (await ruth.visit(`/staff/flags/${flag}`)).text()).toContain('Owner: Ben Castellano')
  const idsOf = async (path: string) =>
    (await (await ben.call('GET', path)).json()).flags.map(({ id }: { id: number }) => id)
  expect(await idsOf('/staff/flags?owner=me')).toEqual([flag])
  expect(await idsOf('/staff/flags?owner=nobody')).not.toContain(flag)
  expect((await ruth.call('POST', `/staff/flags/${flag}/assign`, { owner: '' })).status).toBe(200)
  expect(await idsOf('/staff/flags?owner=me')).toEqual([])
})

test("STF-1 a resolved flag's page shows who resolved it, how, when and why", async () => {
  const shop = await shopWithoutFlags()
  const [id = 0] = await flagged(shop, ['pi_1'])
  const ruth = await signedIn(shop, RUTH)
  const answer = await ruth.call('POST', `/staff/flags/${id}/resolve`, {
    resolution: 'It was a test charge.',
  })
  expect(answer.status).toBe(200)
  expect((await answer.json()).flag).toMatchObject({
    state: 'resolved',
    action: 'dismiss',
    resolved_by: 'Ruth Abernathy',
  })
  expect(flagOf(shop, id)).toMatchObject({
    resolution: 'It was a test charge.',
    resolvedAt: shop.clock.now(),
    resolvedById: userOf(shop, RUTH).id,
    ownerId: userOf(shop, RUTH).id,
  })
  const page = await (await ruth.visit(`/staff/flags/${id}`)).text()
  expect(page).toContain('Dismissed by Ruth Abernathy')
  expect(page).toContain('It was a test charge.')
  expect(await (await ruth.visit('/staff/flags')).text()).toContain('Nothing needs a person')
  expect(await (await ruth.visit('/staff/flags?state=resolved')).text()).toContain(`id="flag_${id}"`)
})

test('STF-1 of two people resolving one flag, the second sees who did, and changes nothing', async () => {
  const shop = await shopWithoutFlags()
  const [id = 0] = await flagged(shop, ['pi_1'])
  const [ruth, ben] = await twoStaff(shop)
  const answers = await Promise.all([
    ruth.call('POST', `/staff/flags/${id}/resolve`, { resolution: 'Refunded.', action: 'done' }),
    ben.call('POST', `/staff/flags/${id}/resolve`, { resolution: 'Not ours.' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect((await answers[1].json()).message).toBe(
    'Ruth Abernathy has already resolved this flag. Nothing was changed.',
  )
  const page = await ben.submit('POST', `/staff/flags/${id}/resolve`, { resolution: 'Not ours.' })
  expect(page.status).toBe(409)
  expect(await page.text()).toContain('Done by Ruth Abernathy')
  expect((await ben.call('POST', `/staff/flags/${id}/assign`, { owner: '' })).status).toBe(409)
  expect(flagOf(shop, id)).toMatchObject({ resolution: 'Refunded.', action: 'done' })
})

test('STF-1 an issue that resolves itself closes its flag, unless someone was faster', async () => {
  const shop = await shopWithoutFlags()
  const [open = 0, solved = 0] = await flagged(shop, ['pi_1', 'pi_2'])
  const ruth = await signedIn(shop, RUTH)
  await ruth.call('POST', `/staff/flags/${solved}/resolve`, { resolution: 'Mine.' })
  await durably(shop.db, (tx) => {
    for (const key of ['pi_1', 'pi_2']) closeFlag(tx, key, 'The provider found the order.', shop.clock.now())
  })
  expect(flagOf(shop, solved)?.resolution).toBe('Mine.')
  const page = await (await ruth.visit(`/staff/flags/${open}`)).text()
  expect(page).toContain('Settled by the shop itself')
  const late = await ruth.call('POST', `/staff/flags/${open}/resolve`, { resolution: 'Mine too.' })
  expect(late.status).toBe(409)
})

test('STF-1 resolving a flag needs a reason, and what was typed stays in the form', async () => {
  const shop = await shopWithoutFlags()
  const [id = 0] = await flagged(shop, ['pi_1'])
  const ruth = await signedIn(shop, RUTH)
  const empty = await ruth.submit('POST', `/staff/flags/${id}/resolve`, {
    action: 'dismiss',
    resolution: '  ',
  })
  expect(empty.status).toBe(422)
  expect(await empty.text()).toContain('Please say what you did, or why nothing needs to be done.')
  const odd = await ruth.submit('POST', `/staff/flags/${id}/resolve`, {
    action: 'shred',
    resolution: 'Typed & kept',
  })
  expect(odd.status).toBe(422)
  const page = await odd.text()
  expect(page).toContain('Typed &amp; kept')
  expect(page).toContain('&quot;shred&quot; can&#39;t resolve this flag. Please use done or dismiss.')
  const long = await ruth.call('POST', `/staff/flags/${id}/resolve`, { resolution: 'x'.repeat(501) })
  expect(long.status).toBe(422)
  expect(flagOf(shop, id)?.resolvedAt).toBeNull()
})

test.each([
  ['/staff/flags?state=closed', 422, 'There is no state "closed". Please use open or resolved.'],
  ['/staff/flags?area=moon', 422, 'There is no area "moon". Please use money, addresses or shop.'],
  ['/staff/flags?kind=odd', 422, 'There is no kind "odd".'],
  ['/staff/flags?owner=eve', 422, 'There is no owner "eve". Please use me or nobody.'],
  ['/staff/flags?page=two', 404, ''],
  ['/staff/flags?page=2', 404, ''],
  ['/staff/flags/99999', 404, 'There is no flag "99999".'],
  ['/staff/flags/..%2f', 404, ''],
  ['/staff/flags/abc', 404, 'There is no flag "abc".'],
  ['/staff/jobs?state=lost', 422, 'There is no state "lost". Please use queued, running, failed or done.'],
  ['/staff/jobs?page=0', 404, ''],
])('STF-1 GND-4 %s is refused by name', async (path, status, message) => {
  const ruth = await signedIn(await world(), RUTH)
  const answer = await ruth.call('GET', path)
  expect(answer.status).toBe(status)
  expect((await answer.json()).message).toContain(message)
})

test('STF-1 an unknown person or flag is refused', async () => {
  const shop = await shopWithoutFlags()
  const [id] = await flagged(shop, ['pi_1'])
  const ruth = await signedIn(shop, RUTH)
  const stranger = await ruth.call('POST', `/staff/flags/${id}/assign`, { owner: userOf(shop, BEN).token })
  expect([stranger.status, (await stranger.json()).message]).toEqual([422, "That person isn't on the staff."])
  expect((await ruth.call('POST', '/staff/flags/99999/resolve', { resolution: 'x' })).status).toBe(404)
  expect((await ruth.call('POST', '/staff/flags/99999/assign', { owner: '' })).status).toBe(404)
})

test('STF-1 many flags are paginated', async () => {
  const shop = await shopWithoutFlags()
  await flagged(
    shop,
    Array.from({ length: 30 }, (_, index) => `pi_${index}`),
  )
  const ruth = await signedIn(shop, RUTH)
  const second = await (await ruth.call('GET', '/staff/flags?page=2')).json()
  expect([second.pages, second.total, second.flags.length]).toEqual([2, 30, 5])
  expect(await (await ruth.visit('/staff/flags?owner=nobody')).text()).toContain(
    'href="/staff/flags?owner=nobody&amp;page=2"',
  )
})

test('STF-1 the owner gets one email a day while a flag is open, and none once it is resolved', async () => {
  const shop = await shopWithoutFlags()
  const mails = () =>
    shop.db.select().from(outboxMessages).where(eq(outboxMessages.recipient, shop.config.store.email)).all()
  /** As the schedule does. */
  const remind = async () => {
    await remindOwner(shop.services)
    await shop.settleDown()
  }
  await remind()
  expect(mails()).toEqual([])
  const [id] = await flagged(shop, ['pi_1'])
  await remind()
  await remind()
  expect(mails().map(({ subject }) => subject)).toEqual(['1 thing needs you at Droveway'])
  expect(mails()[0]?.text).toContain('A payment without an order (waiting 1 minute): About pi_1.')
  expect(mails()[0]?.text).toContain('/staff')
  shop.pass(DAY)
  await remind()
  expect(mails()).toHaveLength(2)
  const ruth = await signedIn(shop, RUTH)
  await ruth.call('POST', `/staff/flags/${id}/resolve`, { resolution: 'Refunded.' })
  shop.pass(DAY)
  await remind()
  expect(mails()).toHaveLength(2)
})

test('STF-1 a receipt that was never sent is named in words, in the list, on its page and among the jobs', async () => {
  const shop = await shopWithoutFlags()
  const { id: orderId, identifier } = shop.db.select().from(orders).get()!
  const now = shop.clock.now()
  await durably(shop.db, (tx) => enqueue(tx, mailReceipt, { orderId }, { key: 'a', now }))
  const job = shop.db.select().from(jobs).where(eq(jobs.key, 'a')).get()!
  await giveUpJob(shop.db, job, 'the mail server is away', now)
  const ruth = await signedIn(shop, RUTH)
  const { id } = openFlag(shop, 'mail_failed')
  for (const path of ['/staff/flags', `/staff/flags/${id}`])
    expect(await (await ruth.visit(path)).text()).toContain(
      `The receipt couldn&#39;t be sent: order ${identifier}.`,
    )
  const listed = await (await ruth.visit('/staff/jobs')).text()
  expect(listed).toContain('<b>The receipt</b>')
  expect(listed).not.toContain('mail receipt')
})

test('STF-1 OPS-5 metrics count open flags by kind and failed jobs', async () => {
  const shop = await shopWithoutFlags()
  await flagged(shop, ['pi_1', 'pi_2'])
  const metrics = async () => (await shop.app.request('/metrics', {}, LOOPBACK)).text()
  expect(await metrics()).toContain('staff_flags_open{kind="unknown_payment"} 2')
  expect(await metrics()).toContain('jobs_failed 0')
  const ruth = await signedIn(shop, RUTH)
  for (const { id } of shop.db.select().from(staffFlags).all())
    await ruth.call('POST', `/staff/flags/${id}/resolve`, { resolution: 'Refunded.' })
  expect(await metrics()).not.toContain('staff_flags_open{')
})

const LOOPBACK = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

test('STF-1 GND-5 the back office pages are valid HTML in each of their states', async () => {
  const shop = await world()
  const [id] = await flagged(shop, ['pi_1'])
  const ruth = await signedIn(shop, RUTH)
  const pages = [
    await ruth.visit('/staff'),
    await ruth.visit('/staff/flags'),
    await ruth.visit('/staff/flags?state=resolved'),
    await ruth.visit('/staff/jobs?state=queued'),
    await ruth.visit('/staff/jobs'),
    await ruth.submit('POST', `/staff/flags/${id}/resolve`, { action: 'dismiss' }),
  ]
  for (const page of pages) {
    const { results } = await validator.validateString(await page.text())
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ).toEqual([])
  }
})
