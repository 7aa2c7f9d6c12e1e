import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs, membershipBoxes, memberships, orders } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { tendMemberships } from '#src/membership/tend.ts'
import { mailsTo, signedIn } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { advance, MEMBER, memberShop, membershipRow, subscriptionOf } from '../support/membership.ts'
import type { World } from '../support/world.ts'

const YEAR_MS = 365 * DAY_MS

const isPaused = (subject: string | null) => subject === 'Your membership is still paused'
const yearly = (made: World) => mailsTo(made, MEMBER).filter(({ subject }) => isPaused(subject))

test('MEM-4 a paused member gets a yearly reminder of what, how often, how much and how to cancel', async () => {
  const { made, member } = await memberShop()
  const { token } = await subscriptionOf(member)
  await expectOk(member.call('POST', `/v1/subscriptions/${token}/pause`, {}))
  await advance(made, 300 * DAY_MS)
  expect(yearly(made)).toEqual([])
  await advance(made, 100 * DAY_MS)
  expect(yearly(made)).toHaveLength(1)
  const [mail] = yearly(made)
  for (const words of [/every four weeks|every 4 weeks/i, /\$\d+\.\d\d/, /\d × /, /press Cancel/])
    expect(mail?.text).toMatch(words)
  await Promise.all([tendMemberships(made.services), tendMemberships(made.services)])
  await made.settleDown()
  expect(yearly(made)).toHaveLength(1)
  await advance(made, YEAR_MS)
  expect(yearly(made)).toHaveLength(2)
})

test('MEM-4 a member whose boxes are announced, or whose membership has ended, gets no yearly reminder', async () => {
  const { made, member } = await memberShop()
  const { token } = await subscriptionOf(member)
  const { id } = membershipRow(made)
  const longAgo = made.clock.now() - 2 * YEAR_MS
  made.db
    .update(memberships)
    .set({ createdAt: longAgo, yearRemindedAt: made.clock.now() - 200 * DAY_MS })
    .where(eq(memberships.id, id))
    .run()
  await advance(made, 60 * DAY_MS)
  made.db.update(memberships).set({ yearRemindedAt: longAgo }).where(eq(memberships.id, id)).run()
  await tendMemberships(made.services)
  await made.settleDown()
  const isYearly = (subject: string | null) => subject === 'Your membership, once a year'
  const sent = () => mailsTo(made, MEMBER).filter(({ subject }) => isYearly(subject) || isPaused(subject))
  expect(sent()).toEqual([])
  const again = await signedIn(made, MEMBER)
  await expectOk(again.call('POST', `/v1/subscriptions/${token}/cancel`))
  await advance(made, 400 * DAY_MS)
  expect(sent()).toEqual([])
})

test('MEM-4 a box or membership whose update fails does not stop the job for the others', async () => {
  const { made } = await memberShop()
  const { db, clock } = made
  const member = membershipRow(made)
  const longAgo = clock.now() - 2 * YEAR_MS
  const { id: _, ...paused } = { ...member, state: 'paused' as const, createdAt: longAgo }
  const [broken, fine] = ['one', 'two'].map((token) =>
    db
      .insert(memberships)
      .values({ ...paused, token, firstOrderId: firstOrderOf(made, token) })
      .returning()
      .get(),
  )
  db.update(membershipBoxes).set({ trouble: 'no_card', waitUntil: Number.MAX_SAFE_INTEGER }).run()
  db.run(sql`create trigger broken_box before update of trouble on membership_boxes
    begin select raise(abort, 'broken'); end`)
  db.run(sql`create trigger broken_membership before update of year_reminded_at on memberships
    when old.token = 'one' begin select raise(abort, 'broken'); end`)
  await tendMemberships(made.services)
  const reminded = db.select().from(jobs).where(eq(jobs.kind, 'mail_yearly_reminder')).all()
  expect(reminded).toMatchObject([{ payload: { membershipId: fine?.id } }])
  expect(broken?.id).toBeLessThan(fine?.id ?? 0)
})

/** A paid order like the member's first one. */
function firstOrderOf({ db, services }: World, name: string): number {
  const [like] = db
    .select()
    .from(orders)
    .innerJoin(memberships, eq(memberships.firstOrderId, orders.id))
    .all()
  if (!like) throw new Error('the member has no first order')
  const { id: _, ...order } = like.orders
  const copy = { ...order, token: services.random.token(), identifier: `DW-${name}` }
  return db.insert(orders).values(copy).returning().get().id
}
