import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, weatherAlerts } from '#db/schema/index.ts'
import { addDays } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { keepHolding } from '#src/weather/alert-jobs.ts'
import { mailsTo, signedIn } from '../support/account.ts'
import { pathOf } from '../support/delivery-step.ts'
import { add, roastOf } from '../support/editing.ts'
import { heldBox } from '../support/held-boxes.ts'
import { keepCard } from '../support/kept-card.ts'
import { MEMBER } from '../support/membership.ts'
import { RUTH } from '../support/staff.ts'
import { holdsIn } from '../support/weather.ts'

type Box = Awaited<ReturnType<typeof heldBox>>

const [EIGHT_POUNDS, SEVEN_AND_A_HALF] = [3_629, 3_402]
const WAYS_OF_REFUNDS = /back the way|five to ten days|[Rr]efund(ing|s? everything| \$)|You get back|way back/

const orderPath = (box: Box) => `/account/orders/${box.token}`
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')
const shown = async (box: Box, path: string) =>
  textOf((await (await box.member.visit(path)).text()).split('<main')[1] ?? '')
const cancelPage = (box: Box) => shown(box, `/modals/cancel_order_confirm?order_token=${box.token}`)
const mailOf = (box: Box, subject: RegExp) => {
  const mail = mailsTo(box.shop, MEMBER).find((sent) => subject.test(sent.subject))
  return `${mail?.text}`
}

test('CWT-2 the final weights say that the bank releases what it held too much', async () => {
  const box = await heldBox()
  await box.pack(EIGHT_POUNDS, SEVEN_AND_A_HALF)
  await box.shop.settleDown()
  const mail = mailOf(box, /final weights/)
  expect(mail).toContain('your bank held the most they could cost')
  expect(mail).not.toMatch(WAYS_OF_REFUNDS)
})

test('CWT-2 canceling a box whose money is only held promises no refund', async () => {
  const box = await heldBox()
  const heldCents = box.order().totalCents ?? 0
  expect(await shown(box, orderPath(box))).toContain('Cancel this order and pay nothing')
  const asked = await cancelPage(box)
  expect(asked).toMatch(/We won't charge you/)
  expect(asked).toContain(formatCents(heldCents))
  expect(asked).not.toMatch(WAYS_OF_REFUNDS)
  const answer = await box.member.call('POST', `${orderPath(box)}/cancel`)
  expect(((await answer.json()) as { message: string }).message).toContain("Your card won't be charged.")
  const canceled = await shown(box, orderPath(box))
  expect(canceled).toContain("You won't be charged")
  expect(canceled).not.toContain('We weigh them when we pack your box')
  expect(canceled).not.toMatch(WAYS_OF_REFUNDS)
  expect(canceled).toMatch(/was held on Mastercard ending in 4444 and won't be charged/)
  expect(canceled).toContain('Held by your bank $')
  await box.shop.settleDown()
  for (const path of [orderPath(box), `${orderPath(box)}/receipt`]) {
    const sums = await shown(box, path)
    expect(sums).toContain(`Held by your bank ${formatCents(heldCents)} Released by your bank`)
    expect(sums).not.toMatch(/Charged \$|Back to your card/)
  }
})

test('CWT-2 an edit that lowers held money says that less is charged, and refunds nothing', async () => {
  const box = await heldBox()
  const kept = box.box.items[0]!
  const less = [{ bid_item_token: kept.bid_item_token, quantity: 0 }]
  const editPath = `${orderPath(box)}/edit`
  const wish = { [`quantities[${kept.bid_item_token}]`]: '0' }
  const asked = textOf(await (await box.member.submit('POST', editPath, wish)).text())
  expect(asked).toContain('Not charged')
  expect(asked).not.toMatch(WAYS_OF_REFUNDS)
  const version = box.order().version
  const made = await box.member.call('POST', editPath, { items: less, confirmed: true, version })
  expect(((await made.json()) as { message: string }).message).not.toMatch(WAYS_OF_REFUNDS)
  await box.shop.settleDown()
  const mail = mailOf(box, /has changed/)
  expect(mail).toContain('less')
  expect(mail).not.toMatch(WAYS_OF_REFUNDS)
})

test('CWT-2 canceling a held box with a paid edit names what is released and what is refunded', async () => {
  const box = await heldBox()
  await keepCard(box.shop, MEMBER, 'pm_card_visa')
  const heldCents = box.order().totalCents ?? 0
  const roast = roastOf(box.shop)
  const fields = { items: add(roast.token, 1), confirmed: true, version: box.order().version }
  const edit = await box.member.call('POST', `${orderPath(box)}/edit`, { ...fields, card: 'kept' })
  expect(await edit.json()).toMatchObject({ difference_cents: roast.priceCents })
  await box.shop.settleDown()
  expect(await shown(box, orderPath(box))).toContain(
    `Held or charged ${formatCents(heldCents + roast.priceCents)}`,
  )
  expect(mailOf(box, /has changed/)).toContain('Held on or charged to')
  const asked = await cancelPage(box)
  expect(asked).toMatch(new RegExp(`Held on [^$]*, not charged \\${formatCents(heldCents)}`))
  expect(asked).toMatch(new RegExp(`To [^$]* \\${formatCents(roast.priceCents)}`))
  expect(asked).toContain('five to ten days')
  await box.member.submit('POST', `${orderPath(box)}/cancel`, {})
  await box.shop.settleDown()
  const mail = mailOf(box, /was canceled/)
  expect(mail).toContain(`Your bank only held ${formatCents(heldCents)}`)
  expect(mail).toContain(`We're refunding ${formatCents(roast.priceCents)}`)
})

test('CWT-2 STF-2 a part that staff take off held money is not called a refund', async () => {
  const box = await heldBox()
  const ruth = await signedIn(box.shop, RUTH)
  const part = { amount_cents: 1_000, reason: 'Came late last time.' }
  expect((await ruth.call('POST', `/staff/orders/${box.token}/refund`, part)).status).toBe(200)
  await box.shop.settleDown()
  const mail = mailOf(box, /\$10\.00/)
  expect(mail).toContain("won't charge")
  expect(mail).not.toMatch(WAYS_OF_REFUNDS)
  await ruth.call('POST', `/staff/orders/${box.token}/resend`, { mail: 'refund', press: 'p1' })
  await box.shop.settleDown()
  const subjects = mailsTo(box.shop, MEMBER).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('$10.00'))).toEqual([
    `We're taking $10.00 off order ${box.order().identifier}`,
    `We're taking $10.00 off order ${box.order().identifier}`,
  ])
})

test('CWT-2 STF-2 an email about a part that was held and charged names both when it is sent again', async () => {
  const box = await heldBox()
  await keepCard(box.shop, MEMBER, 'pm_card_visa')
  const roast = roastOf(box.shop)
  const fields = { items: add(roast.token, 1), confirmed: true, version: box.order().version, card: 'kept' }
  await box.member.call('POST', `${orderPath(box)}/edit`, fields)
  const ruth = await signedIn(box.shop, RUTH)
  const part = { amount_cents: roast.priceCents + 710, reason: 'Came late last time.' }
  expect((await ruth.call('POST', `/staff/orders/${box.token}/refund`, part)).status).toBe(200)
  await box.shop.settleDown()
  await ruth.call('POST', `/staff/orders/${box.token}/resend`, { mail: 'refund', press: 'p1' })
  await box.shop.settleDown()
  const total = formatCents(part.amount_cents)
  const mails = mailsTo(box.shop, MEMBER).filter(({ subject }) => subject.includes(total))
  expect(mails).toHaveLength(2)
  for (const { text } of mails) {
    expect(text).toContain("We won't charge $7.10")
    expect(text).toContain(`We're refunding ${formatCents(roast.priceCents)}`)
  }
})

test('CWT-2 CHK-6 a cheaper delivery of a held box is charged less, and nothing comes back', async () => {
  const box = await heldBox()
  const { id, totalCents, shippingCents, ...place } = box.order()
  box.shop.db
    .update(orders)
    .set({ shippingCents: (shippingCents ?? 0) + 2_000, totalCents: (totalCents ?? 0) + 2_000 })
    .where(eq(orders.id, id))
    .run()
  const typed = {
    delivery_name: place.deliveryName,
    delivery_phone_number: place.deliveryPhone,
    delivery_street_address_1: place.deliveryStreet1,
    delivery_city: place.deliveryCity,
    delivery_state: place.deliveryState,
    delivery_postal_code: place.deliveryPostalCode,
    purpose: 'save',
  }
  const nextDay = addDays(place.arrivalOn!, 1)
  const answer = await box.member.call('POST', pathOf(box.token), { ...typed, arrival_date: nextDay })
  const { message } = (await answer.json()) as { message: string }
  expect(message).toMatch(/^Your delivery details are saved\. We'll charge \$\d+\.\d\d less\.$/)
})

test('CWT-2 a change that lowers held and charged money names both parts', async () => {
  const box = await heldBox()
  await keepCard(box.shop, MEMBER, 'pm_card_visa')
  const roast = roastOf(box.shop)
  const editPath = `${orderPath(box)}/edit`
  const made = (items: object[], fields: object = {}) =>
    box.member.call('POST', editPath, { items, confirmed: true, version: box.order().version, ...fields })
  await made(add(roast.token, 1), { card: 'kept' })
  const kept = box.box.items[0]!
  const wish = { [`quantities[${kept.bid_item_token}]`]: '0', [`quantities[${roast.token}]`]: '0' }
  const asked = textOf(await (await box.member.submit('POST', editPath, wish)).text())
  expect(asked).toMatch(/Held or paid so far/)
  expect(asked).toMatch(/Not charged \$\d/)
  expect(asked).toContain(`Update and refund ${formatCents(roast.priceCents)}`)
  const none = [kept.bid_item_token, roast.token].map((token) => ({ bid_item_token: token, quantity: 0 }))
  const { message } = (await (await made(none)).json()) as { message: string }
  expect(message).toMatch(/We'll charge \$\d+\.\d\d less\./)
  expect(message).toContain(`We're refunding ${formatCents(roast.priceCents)}.`)
  await box.shop.settleDown()
  const mail = mailsTo(box.shop, MEMBER).findLast(({ subject }) => /has changed/.test(subject))
  expect(mail?.text).toContain(`We're refunding ${formatCents(roast.priceCents)}`)
  expect(mail?.text).toMatch(/won't charge \$\d/)
})

test('CWT-2 ORD-6 the question of a cheaper move names what is refunded and what is not charged', async () => {
  const box = await heldBox()
  await keepCard(box.shop, MEMBER, 'pm_card_visa')
  const roast = roastOf(box.shop)
  const fields = { items: add(roast.token, 1), confirmed: true, version: box.order().version, card: 'kept' }
  await box.member.call('POST', `${orderPath(box)}/edit`, fields)
  const { id, totalCents, shippingCents, arrivalOn } = box.order()
  const cheaperCents = roast.priceCents + 2_000
  box.shop.db
    .update(orders)
    .set({ shippingCents: (shippingCents ?? 0) + cheaperCents, totalCents: (totalCents ?? 0) + cheaperCents })
    .where(eq(orders.id, id))
    .run()
  const nextDay = addDays(arrivalOn!, 1)
  const asked = await shown(box, `/modals/reschedule?order_token=${box.token}&arrival_date=${nextDay}`)
  expect(asked).toContain(`we refund ${formatCents(roast.priceCents)}`)
  expect(asked).toMatch(/we charge \$\d+\.\d\d less/)
  expect(asked).not.toMatch(/Already paid,|Your bank holds the money already/)
})

test('CWT-2 a hold that lapsed is not called a refund', async () => {
  const box = await heldBox()
  const heldCents = box.order().totalCents ?? 0
  box.shop.pass(5 * 24 * 3_600_000)
  await box.shop.settleDown()
  const page = await shown({ ...box, member: await signedIn(box.shop, MEMBER) }, orderPath(box))
  expect(page).toContain(`Not charged: ${formatCents(heldCents)}`)
  expect(page).toContain('Your bank only held it')
  expect(page).not.toMatch(WAYS_OF_REFUNDS)
})

test('CWT-2 ORD-6 canceling a held box for the weather promises no refund', async () => {
  const box = await heldBox()
  const { fcId, arrivalOn } = box.order()
  const storm = { title: 'Ice storm', states: ['VT'], zip3s: [], startsOn: arrivalOn!, endsOn: arrivalOn! }
  box.shop.db
    .insert(weatherAlerts)
    .values({ ...storm, fcId: fcId!, createdAt: 0, changedAt: 0 })
    .run()
  await keepHolding(box.shop.services)
  const hold = holdsIn(box.shop).find(({ orderId }) => orderId === box.order().id)
  const path = `/weather-alerts/${hold?.id}`
  await box.shop.settleDown()
  const mail = mailOf(box, /eather/)
  expect(mail).toContain('Cancel and pay nothing')
  expect(mail).not.toMatch(/full refund|refund it|your money back|way back/)
  expect(await shown(box, path)).toContain('Cancel and pay nothing')
  expect(await shown(box, path)).not.toMatch(/full refund|goes back to your card/)
  const answer = await box.member.call('POST', `${path}/answer`, { answer: 'cancel' })
  expect(((await answer.json()) as { message: string }).message).toContain("your card won't be charged")
  await box.shop.settleDown()
  expect(await shown(box, path)).toContain("your card won't be charged")
})
