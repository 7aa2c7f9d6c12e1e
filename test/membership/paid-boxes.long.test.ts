import { expect, test } from 'vitest'
import { formatDay, parseDay } from '#src/day.ts'
import { changeOrder, expectOk } from '../support/buying.ts'
import { memberShop, nextBoxOf, pastCharge, subscriptionOf } from '../support/membership.ts'

test.for(['cancel', 'pause'])(
  'MEM-2 after %s the page says that a box already paid for still comes, until it has come',
  async (verb) => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await pastCharge(made, box)
    const { token } = await subscriptionOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/${verb}`, {}))
    const section = async () =>
      (await (await member.visit('/account/subscriptions')).text())
        .split('class="membership__card"')[1]
        ?.replace(/<[^>]+>/g, '') ?? ''
    const paid = `You've paid for the box of ${formatDay(parseDay(box.arrival_date)!, 'long')}, so it still comes.`
    expect((await section()).replaceAll('&#39;', "'")).toContain(paid)
    changeOrder(made.db, box.order_token, { state: 'delivered' })
    expect(await section()).not.toContain('still comes')
  },
)
