import { eq, notInArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { membershipBoxes, memberships, orders } from '#db/schema/index.ts'
import { signedIn } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { MEMBER, memberShop, membershipRow, nextBoxOf, subscriptionOf } from '../support/membership.ts'
import { RUTH } from '../support/staff.ts'
import type { World } from '../support/world.ts'

type Members = {
  members: { email: string; risk: string; skips_in_row: number; trouble: string | null }[]
  total: number
  reasons: { reason: string; members: number }[]
}

const otherOrders = ({ db }: World): number[] =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(notInArray(orders.id, db.select({ id: memberships.firstOrderId }).from(memberships)))
    .limit(2)
    .all()
    .map(({ id }) => id)

test('MEM-1 staff see each member at risk once, and why others left, counted by reason', async () => {
  const { made, member } = await memberShop()
  const ruth = await signedIn(made, RUTH)
  const read = async (query = '') =>
    (await (await expectOk(ruth.call('GET', `/staff/members${query}`))).json()) as Members
  expect(await read()).toMatchObject({ members: [], total: 0, reasons: [] })

  const { token } = await subscriptionOf(member)
  for (let skips = 0; skips < 3; skips++) {
    const box = await nextBoxOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/skip_box/${box.order_token}`, {}))
  }
  expect((await read()).members).toMatchObject([{ email: MEMBER, risk: 'skipping', skips_in_row: 3 }])

  const { id } = membershipRow(made)
  made.db
    .update(membershipBoxes)
    .set({ trouble: 'hard_decline' })
    .where(eq(membershipBoxes.membershipId, id))
    .run()
  expect(await read('?risk=card')).toMatchObject({
    total: 1,
    members: [{ risk: 'card', trouble: 'hard_decline' }],
  })
  expect(await read('?risk=skipping')).toMatchObject({ total: 0 })
  const page = await (await ruth.visit('/staff/members')).text()
  expect(page).toContain('Needs another card')
  expect(await (await ruth.visit('/staff')).text()).toContain('Members at risk')

  await expectOk(member.call('POST', `/v1/subscriptions/${token}/pause`, {}))
  expect((await read()).members).toMatchObject([{ risk: 'paused' }])
  await expectOk(member.call('POST', `/v1/subscriptions/${token}/cancel`, { reason: 'Too <b>much</b> meat' }))
  const [row] = made.db.select().from(memberships).where(eq(memberships.id, id)).all()
  const others = ['too <B>MUCH</B> meat ', null].map((cancelReason, nth) => ({
    ...row!,
    id: 900 + nth,
    token: `${nth}`.padStart(22, 'M'),
    firstOrderId: otherOrders(made)[nth]!,
    cancelReason,
  }))
  made.db.insert(memberships).values(others).run()
  expect(await read()).toMatchObject({
    members: [],
    reasons: [
      { reason: 'Too <b>much</b> meat', members: 2 },
      { reason: 'No reason given', members: 1 },
    ],
  })
  const left = await (await ruth.visit('/staff/members')).text()
  expect(left).toContain('Too &lt;b&gt;much&lt;/b&gt; meat')
  expect((await member.visit('/staff/members')).status).toBe(404)
})
