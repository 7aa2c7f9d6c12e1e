import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { farmFollows, farms, jobs, offers, users, varieties } from '#db/schema/index.ts'
import { changePreferences } from '#src/accounts/preferences.ts'
import { DAY_MS } from '#src/day.ts'
import { tendFarmNews } from '#src/farms/news-mails.tsx'
import type { Mail } from '#src/providers/mail/mailer.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { ANA, BEN, mailsTo, userOf } from '../support/account.ts'
import { type World, world } from '../support/world.ts'

const FARM = 'three-larks-ranch'

async function shopWithFollowers(wishes: Parameters<typeof world>[0] = {}) {
  const shop = await world(wishes)
  const farm = shop.db.select().from(farms).where(eq(farms.slug, FARM)).get()
  if (!farm) throw new Error(`the demo has no ${FARM}`)
  await tendFarmNews(shop.services)
  return { shop, farmId: farm.id }
}

const follow = (shop: World, email: string, farmId: number) =>
  shop.db
    .insert(farmFollows)
    .values({ userId: userOf(shop, email).id, farmId, followedAt: shop.clock.now() })
    .run()

/** Adds a cut to the farm, visible to shoppers at once. */
function addCut(shop: World, slug: string, farmId?: number) {
  const like = shop.db.select().from(varieties).where(eq(varieties.slug, 'grass-fed-ribeye')).get()
  const weight = shop.db
    .select()
    .from(offers)
    .where(eq(offers.varietyId, like?.id ?? 0))
    .get()
  if (!like || !weight) throw new Error('the demo has no ribeye')
  const { id: _, ...cut } = like
  const { id } = shop.db
    .insert(varieties)
    .values({ ...cut, slug, name: slug, farmId: farmId ?? cut.farmId })
    .returning()
    .get()
  const { id: __, ...offer } = weight
  shop.db
    .insert(offers)
    .values({ ...offer, varietyId: id, token: shop.services.random.token() })
    .run()
}

/** Runs the daily check for news, and the next morning's mailing. */
async function passDays(shop: World, days: number) {
  for (let day = 0; day < days; day++) {
    await tendFarmNews(shop.services)
    shop.pass(DAY_MS)
    await shop.settleDown()
  }
}

const newsTo = (shop: World, email: string) =>
  mailsTo(shop, email).filter(({ key }) => key.startsWith('farm_news:'))

test('COM-2 followers get an email about a new cut, with a one-click unsubscribe link', async () => {
  const { shop, farmId } = await shopWithFollowers()
  follow(shop, ANA, farmId)
  shop.pass(1_000)
  addCut(shop, 'flat-iron')
  await passDays(shop, 2)
  const [mail, ...others] = newsTo(shop, ANA)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('New from Three Larks Ranch')
  expect(mail?.text).toContain('flat-iron')
  expect(mail?.text).toContain('/farms/three-larks-ranch')
  expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  const link = /<https?:\/\/[^/]+([^>]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const nobody = await shop.shopper()
  expect((await nobody.send(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).ok).toBe(true)
  addCut(shop, 'hanger')
  await passDays(shop, 9)
  expect(newsTo(shop, ANA)).toHaveLength(1)
  expect(newsTo(shop, BEN)).toEqual([])
})

test('COM-2 the opening catalog, cuts from before the follow and hidden cuts are not news', async () => {
  const { shop, farmId } = await shopWithFollowers()
  addCut(shop, 'before')
  await tendFarmNews(shop.services)
  shop.pass(1_000)
  follow(shop, ANA, farmId)
  await passDays(shop, 2)
  addCut(shop, 'hidden')
  shop.db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'hidden')).run()
  await passDays(shop, 2)
  expect(newsTo(shop, ANA)).toEqual([])
  shop.db.update(varieties).set({ hidden: false }).where(eq(varieties.slug, 'hidden')).run()
  await passDays(shop, 2)
  expect(newsTo(shop, ANA).map(({ text }) => text.includes('hidden'))).toEqual([true])
})

test('COM-2 a farm that sells again after selling nothing is news, as its page promises', async () => {
  const { shop, farmId } = await shopWithFollowers()
  const sell = (hidden: boolean) =>
    shop.db.update(varieties).set({ hidden }).where(eq(varieties.farmId, farmId)).run()
  sell(true)
  const page = await (await (await shop.shopper()).visit(`/farms/${FARM}`)).text()
  expect(page).toContain('Follow them, and we&#39;ll tell you when that changes.')
  follow(shop, ANA, farmId)
  await passDays(shop, 2)
  expect(newsTo(shop, ANA)).toEqual([])
  sell(false)
  await passDays(shop, 2)
  expect(newsTo(shop, ANA).map(({ subject }) => subject)).toEqual(['New from Three Larks Ranch'])
})

test('COM-2 a follower gets at most one email a week, and anything new in between is in the next one', async () => {
  const { shop, farmId } = await shopWithFollowers()
  follow(shop, ANA, farmId)
  shop.pass(1_000)
  for (let day = 0; day < 20; day++) {
    addCut(shop, `cut-${day}`)
    await passDays(shop, 1)
  }
  const sent = newsTo(shop, ANA).map(({ createdAt }) => createdAt)
  expect(sent.length).toBeGreaterThanOrEqual(2)
  sent.slice(1).forEach((at, index) => {
    expect(at - (sent[index] ?? 0)).toBeGreaterThanOrEqual(7 * DAY_MS)
  })
  const words = newsTo(shop, ANA)
    .map(({ text }) => text)
    .join()
  for (const cut of ['cut-0', 'cut-3', 'cut-7']) expect(words.split(new RegExp(`${cut}\\b`))).toHaveLength(2)
})

test('COM-2 a farm with many new cuts does not crowd another out of the email', async () => {
  const { shop, farmId } = await shopWithFollowers()
  const other = shop.db.select().from(farms).where(eq(farms.slug, 'winterbourne-farm')).get()
  for (const id of [farmId, other?.id ?? 0]) follow(shop, ANA, id)
  shop.pass(1_000)
  for (let cut = 0; cut < 14; cut++) addCut(shop, `cut-${cut}`)
  addCut(shop, 'late-lamb', other?.id)
  await passDays(shop, 2)
  const [mail] = newsTo(shop, ANA)
  expect(mail?.subject).toBe('New from Three Larks Ranch and 1 other farm')
  expect(mail?.text).toContain('Winterbourne Farm: late-lamb')
  expect(mail?.text).toContain('And more.')
})

test('COM-2 the mailing respects each person’s preferences', async () => {
  const { shop, farmId } = await shopWithFollowers()
  for (const email of [ANA, BEN, 'member@example.com']) follow(shop, email, farmId)
  const now = shop.clock.now()
  await changePreferences(shop.db, userOf(shop, ANA).id, { topics: { followed_farms: false } }, now)
  await changePreferences(shop.db, userOf(shop, BEN).id, { level: 'never' }, now)
  shop.pass(1_000)
  addCut(shop, 'flat-iron')
  await passDays(shop, 2)
  expect([ANA, BEN, 'member@example.com'].map((email) => newsTo(shop, email).length)).toEqual([0, 0, 1])
})

test('COM-2 a mailing that crashes halfway and then runs twice concurrently sends each person one email', async () => {
  const sent: Mail[] = []
  let left = 60
  const mailer = {
    async send(mail: Mail) {
      if (left-- === 0) throw Object.assign(new Error('the server is away'), { command: 'CONN' })
      sent.push(mail)
    },
  }
  const { shop, farmId } = await shopWithFollowers({ services: { mailer } })
  const followers = 450
  addFollowers(shop, farmId, followers)
  shop.pass(1_000)
  addCut(shop, 'flat-iron')
  await tendFarmNews(shop.services)
  shop.pass(DAY_MS)
  await runDueJobs(shop.services)
  expect(sent.length).toBeLessThan(followers)
  expect(shop.db.select().from(jobs).where(eq(jobs.kind, 'mail_farm_news')).get()?.state).toBe('queued')
  shop.pass(60_000)
  await Promise.all([runDueJobs(shop.services), runDueJobs(shop.services)])
  const again = shop.restart()
  shop.pass(60_000)
  await runDueJobs(again.services)
  expect(sent).toHaveLength(followers)
  expect(new Set(sent.map(({ to }) => to)).size).toBe(followers)
})

test.each([
  ['refused by the server', { responseCode: 550, command: 'RCPT TO' }, 0],
  ['cut off after the text was handed over', { command: 'DATA' }, 0],
  ['never handed over', { responseCode: 451, command: 'MAIL FROM' }, 1],
])('COM-2 an email that was %s is retried only if it certainly was not sent', async (_, fault, later) => {
  let tries = 0
  const mailer = {
    async send() {
      if (tries++ === 0) throw Object.assign(new Error('no'), fault)
    },
  }
  const { shop, farmId } = await shopWithFollowers({ services: { mailer } })
  follow(shop, ANA, farmId)
  shop.pass(1_000)
  addCut(shop, 'flat-iron')
  await passDays(shop, 2)
  shop.pass(60 * 60_000)
  await runDueJobs(shop.services)
  expect(tries - 1).toBe(later)
})

test('COM-2 a full mailbox does not delay the other emails, and is retried the next day', async () => {
  const sent: string[] = []
  let isFull = true
  const mailer = {
    async send({ to }: Mail) {
      if (isFull && to === 'follower0@example.net')
        throw Object.assign(new Error('mailbox full'), { responseCode: 452, command: 'RCPT TO' })
      sent.push(to)
    },
  }
  const { shop, farmId } = await shopWithFollowers({ services: { mailer } })
  addFollowers(shop, farmId, 30)
  shop.pass(1_000)
  addCut(shop, 'flat-iron')
  await passDays(shop, 1)
  expect(new Set(sent).size).toBe(29)
  isFull = false
  await passDays(shop, 1)
  expect(sent.slice(29)).toEqual(['follower0@example.net'])
})

test('COM-2 someone whose news can’t be composed keeps no other follower from their email', async () => {
  const { shop, farmId } = await shopWithFollowers()
  addFollowers(shop, farmId, 30)
  shop.pass(1_000)
  addCut(shop, 'flat-iron')
  shop.db.run(sql`create trigger broken_follower before insert on follow_mails
    when new.user_id = (select min(id) from users where token like 'follower-of-farms-%')
    begin select raise(abort, 'broken'); end`)
  await passDays(shop, 1)
  expect(shop.db.all(sql`select 1 from outbox_messages where key like 'farm_news:%'`)).toHaveLength(29)
})

function addFollowers({ db, clock }: World, farmId: number, count: number) {
  const people = Array.from({ length: count }, (_, n) => ({
    token: `follower-of-farms-${n}`,
    email: `follower${n}@example.net`,
    createdAt: 1,
  }))
  db.insert(users).values(people).run()
  db.run(sql`insert into farm_follows (user_id, farm_id, followed_at)
    select id, ${farmId}, ${clock.now()} from users where token like 'follower-of-farms-%'`)
}
