import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recurringConsents } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { mailsTo } from '../support/account.ts'
import { expectOk, orderOf } from '../support/buying.ts'
import {
  boxesOf,
  MEMBER,
  memberShop,
  membershipRow,
  nextBoxOf,
  subscriptionOf,
} from '../support/membership.ts'

const fifty = <T>(work: (nth: number) => T) => Promise.all(Array.from({ length: 50 }, (_, nth) => work(nth)))
const statuses = (answers: Response[]) => [...new Set(answers.map(({ status }) => status))]

test('MEM-2 fifty concurrent requests skip the box once, and fifty more bring it back once', async () => {
  const { made, member } = await memberShop()
  const box = await nextBoxOf(member)
  const press = (verb: string) =>
    fifty(() => member.call('POST', `/v1/subscriptions/${verb}/${box.order_token}`))
  expect(statuses(await press('skip_box'))).toEqual([200])
  expect(boxesOf(made).map(({ number, state }) => [number, state])).toEqual([
    [2, 'skipped'],
    [3, 'planned'],
  ])
  expect(membershipRow(made).skipsInRow).toBe(1)
  expect(statuses(await press('unskip_box'))).toEqual([200])
  expect(boxesOf(made).map(({ number, state }) => [number, state])).toEqual([[2, 'planned']])
  expect(membershipRow(made).skipsInRow).toBe(0)
})

test('MEM-2 of fifty concurrent changes, one day and one quantity win, and the price matches them', async () => {
  const { made, member } = await memberShop()
  const box = await nextBoxOf(member)
  const { dates } = (await (await member.call('GET', `/checkout/${box.order_token}/dates`)).json()) as {
    dates: { date: string; ok: boolean; expedited: boolean }[]
  }
  const days = dates
    .filter(({ ok, expedited, date }) => ok && !expedited && date > box.arrival_date)
    .slice(0, 2)
  expect(days).toHaveLength(2)
  const moves = await fifty((nth) =>
    member.call('POST', `/v1/subscriptions/update_arrival_date/${box.order_token}`, {
      arrival_date: days[nth % 2]!.date,
    }),
  )
  expect(statuses(moves)).toEqual([200])
  const [item] = box.items
  const edits = await fifty((nth) =>
    member.call('POST', `/v1/subscriptions/box_item/${box.order_token}`, {
      bid_item_token: item!.bid_item_token,
      quantity: 2 + (nth % 2),
    }),
  )
  expect(statuses(edits)).toEqual([200])
  const next = await nextBoxOf(member)
  expect(days.map(({ date }) => date)).toContain(next.arrival_date)
  const [planned, ...others] = boxesOf(made)
  expect([planned?.rhythmOn, others]).toEqual([assertDay(next.arrival_date), []])
  expect(orderOf(made.db, box.order_token).arrivalOn).toBe(next.arrival_date)
  expect([2, 3]).toContain(next.items.find(({ name }) => name === item!.name)?.quantity)
})

test('MEM-2 fifty concurrent frequency changes store one consent; fifty pauses and fifty resumes count once each', async () => {
  const { made, member } = await memberShop()
  const { token } = await subscriptionOf(member)
  const { firstOrderId } = membershipRow(made)
  const press = (verb: string, fields: object = {}) =>
    fifty(() => member.call('POST', `/v1/subscriptions/${token}/${verb}`, { ...fields }))
  const choice = { renew_period_type: 'six_weeks', move_next: true }
  expect(statuses(await press('frequency', choice))).toEqual([200])
  const consents = made.db
    .select()
    .from(recurringConsents)
    .where(eq(recurringConsents.orderId, firstOrderId))
    .all()
  expect(consents.map(({ renewPeriodType, withdrawnAt }) => [renewPeriodType, withdrawnAt === null])).toEqual(
    [
      ['four_weeks', false],
      ['six_weeks', true],
    ],
  )
  const box = await nextBoxOf(member)
  expect(statuses(await press('pause'))).toEqual([200])
  expect(boxesOf(made).map(({ state }) => state)).toEqual(['canceled'])
  expect(statuses(await press('resume'))).toEqual([200])
  expect(boxesOf(made).map(({ state }) => state)).toEqual(['planned'])
  expect(await nextBoxOf(member)).toEqual(box)
})

test('MEM-2 fifty concurrent cancellations end the membership once, with one email', async () => {
  const { made, member } = await memberShop()
  const { token } = await subscriptionOf(member)
  const answers = await fifty(() => member.call('POST', `/v1/subscriptions/${token}/cancel`))
  expect(statuses(answers)).toEqual([200])
  await made.settleDown()
  expect(boxesOf(made).map(({ state }) => state)).toEqual(['canceled'])
  const ended = mailsTo(made, MEMBER).filter(({ subject }) => /ended|canceled/i.test(subject ?? ''))
  expect(ended).toHaveLength(1)
  await expectOk(member.call('POST', `/v1/subscriptions/${token}/undo_cancel`))
})
