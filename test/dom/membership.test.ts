import { cache } from '@hotwired/turbo'
import { expect, test, vi } from 'vitest'
import { membershipBoxes, orderLines, stock } from '#db/schema/index.ts'
import { openPage, waitFor } from '../support/dom-page.ts'
import { memberShop, membershipRow, nextBoxOf } from '../support/membership.ts'

const PAGE = '/account/subscriptions'
const RENEWAL = "There was a problem updating your membership box's renewal period. Please contact support."

const find = <Found extends HTMLElement = HTMLElement>(selector: string) =>
  document.querySelector<Found>(selector)!
const period = (name: string) => find<HTMLInputElement>(`[name=renew_period_type][value=${name}]`)
const question = () => find('.membership__move')
const told = () => find('.membership__told').textContent
const save = () => find<HTMLButtonElement>('[data-controller=subscription-renewal-frequency] [type=submit]')
const problemIn = (controller: string) => find(`[data-controller=${controller}] [role=alert]`)

test('BEH-15 A new frequency asks about the next box with both dates, and shows the result in place', async () => {
  const { made, member } = await memberShop()
  const box = await nextBoxOf(member)
  const user = await openPage(member, PAGE)
  expect(question().hidden).toBe(true)
  await user.click(period('two_weeks'))
  expect(question().hidden).toBe(false)
  expect(question().textContent).toContain(period('two_weeks').dataset.movedTo)
  await user.click(period('four_weeks'))
  expect(question().hidden).toBe(true)

  await user.click(period('eight_weeks'))
  await user.click(save())
  await waitFor(() => expect(told()).toContain('how often your box comes'))
  expect(membershipRow(made).renewPeriodType).toBe('eight_weeks')
  expect(period('eight_weeks').defaultChecked).toBe(true)
  expect(document.activeElement?.textContent).toContain('How often')
  expect((await nextBoxOf(member)).arrival_date).toBe(box.arrival_date)
})

test('SHL-3 BEH-15 A new frequency drops the pages that Turbo cached with the old one, such as the agreements', async () => {
  const { member } = await memberShop()
  const user = await openPage(member, PAGE)
  const clear = vi.spyOn(cache, 'clear')
  await user.click(period('eight_weeks'))
  await user.click(save())
  await waitFor(() => expect(told()).toContain('how often your box comes'))
  expect(clear).toHaveBeenCalledOnce()
})

test("BEH-15 A rejected frequency reverts to the saved one, with the customer's message", async () => {
  const { made, member } = await memberShop()
  const user = await openPage(member, PAGE)
  made.db.update(membershipBoxes).set({ orderId: null }).run()
  await user.click(period('two_weeks'))
  await user.click(find('.membership__move [value=true]'))
  await user.click(save())
  await waitFor(() => expect(problemIn('subscription-renewal-frequency').textContent).toBe(RENEWAL))
  expect([period('four_weeks').checked, question().hidden]).toEqual([true, true])
  expect(membershipRow(made).renewPeriodType).toBe('four_weeks')
})

test('BEH-14 One press adds an offer to the next box and shows the new total; one that just sold out says so', async () => {
  const { made, member } = await memberShop()
  const box = await nextBoxOf(member)
  const user = await openPage(member, PAGE)
  const add = () => find<HTMLButtonElement>('.box-offers__one button')
  const token = () => find<HTMLInputElement>('.box-offers__one [name=bid_item_token]').value
  const first = token()
  await user.click(add())
  await waitFor(() => expect(told()).toBe('Your next box is updated.'))
  const after = await nextBoxOf(member)
  expect(after.items.map(({ bid_item_token }) => bid_item_token)).toContain(first)
  expect(after.total_cents).toBeGreaterThan(box.total_cents)
  expect(token()).not.toBe(first)
  expect(document.activeElement?.textContent).toContain('Add to your next box')

  const lines = made.db.select().from(orderLines).all().length
  made.db.update(stock).set({ onHand: 0 }).run()
  await user.click(add())
  await waitFor(() => expect(problemIn('subscription-offers-listing').textContent).toContain('sold out'))
  expect(told()).toBe('')
  expect(made.db.select().from(orderLines).all()).toHaveLength(lines)
})

test('MEM-2 A skip, its undo and an update show in place; the focus stays on what was pressed, or goes to the day', async () => {
  const { member } = await memberShop()
  const box = await nextBoxOf(member)
  const user = await openPage(member, PAGE)
  const button = (label: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === label)!
  const focused = () => document.activeElement?.textContent?.trim()

  await user.click(find('.next-box__way summary'))
  const quantity = find<HTMLInputElement>('.next-box__quantity')
  await user.clear(quantity)
  await user.type(quantity, 'many')
  await user.click(button('Update'))
  await waitFor(() =>
    expect(find('.next-box__item [role=alert]').textContent).toBe('Please choose how many.'),
  )
  expect(focused()).toContain('Update')
  const more = box.items[0]!.quantity + 1
  await user.clear(quantity)
  await user.type(quantity, String(more))
  await user.click(button('Update'))
  await waitFor(() => expect(told()).toBe('Your next box is updated.'))
  expect((await nextBoxOf(member)).items[0]!.quantity).toBe(more)
  expect(find<HTMLDetailsElement>('.next-box__way').open).toBe(true)
  expect(focused()).toBe('Update')
  expect(find('.next-box__item').textContent).toContain('Your next box is updated.')

  await user.click(button('Skip it'))
  await waitFor(() => expect(told()).toMatch(/^Skipped. Your next box comes /))
  expect(focused()).toMatch(/^Comes /)
  await user.click(button('Bring it back'))
  await waitFor(() => expect(told()).toMatch(/^It's back./))
  expect(focused()).toMatch(/^Comes /)
  expect((await nextBoxOf(member)).order_token).toBe(box.order_token)
})
