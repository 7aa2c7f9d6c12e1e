import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { orders, staffFlags } from '#db/schema/index.ts'
import { flagForStaff } from '#src/flags/flags.ts'
import { formatCents, plainDollars } from '#src/money.ts'
import { listOrders } from '#src/staff/orders/list.ts'
import { NO_ORDER_FILTERS } from '#src/staff/orders/rules.ts'
import { signedIn } from '../../support/account.ts'
import { changeOrder } from '../../support/buying.ts'
import { paidOrder } from '../../support/refunding.ts'
import { RUTH } from '../../support/staff.ts'
import { scans } from '../../support/table-scans.ts'

type Listed = { identifier: string }

async function shopWithOrder() {
  const paid = await paidOrder()
  const ruth = await signedIn(paid.shop, RUTH)
  const find = async (query: string) => {
    const answer = await ruth.call('GET', `/staff/orders?${query}`)
    expect(answer.status).toBe(200)
    return ((await answer.json()).orders as Listed[]).map(({ identifier }) => identifier)
  }
  return { ...paid, ruth, find, identifier: paid.order().identifier }
}

test('STF-2 an order is found by anything its caller may give', async () => {
  const { find, identifier, order, db, token } = await shopWithOrder()
  changeOrder(db, token, { giftOrder: true, giftRecipientName: 'Oskar Lindqvist' })
  const said = [
    identifier,
    identifier.toLowerCase(),
    identifier.replace('-', ' '),
    identifier.slice(3),
    identifier.slice(0, 6),
    `${identifier}.${order().version}`,
    token,
    'ana@example.com',
    'ANA@EXAMPLE.COM',
    'ana@ex',
    'Whitcomb',
    'whit ana',
    'Lindqvist',
    '(206) 555-0142',
    '206.555.0142',
    '+12065550142',
    '98101',
    '98101-2045',
    '4242',
    'visa ending in 4242',
    '0142',
    'Whitcomb 0142',
    'Whitcomb 4242',
    'Whitcomb 98101',
    formatCents(order().totalCents ?? 0),
    plainDollars(order().totalCents ?? 0),
    '•••• 4242',
    'Visa •••• 4242',
    `#${identifier}`,
    `Order ${identifier}.`,
    identifier.replace('-', '–'),
    '\u202a+1 (206) 555\u20110142\u202c',
    `\u2068${identifier}\u2069`,
    '\u200bana@example.com',
  ]
  for (const words of said)
    expect(await find(new URLSearchParams({ q: words }).toString()), words).toContain(identifier)
  for (const words of [
    'Whitcombe',
    'DW-ZZZZZZZZ',
    '10001',
    '4343',
    'visa ending in 4343',
    '0143',
    'Whitcomb 10001',
    'Nobody 98101',
    '$1.23',
    '(206) 555-0143',
    'nobody@example.com',
    '"; drop',
  ])
    expect(await find(new URLSearchParams({ q: words }).toString()), words).not.toContain(identifier)
})

test('STF-2 an order is found by its street, however its words are written', async () => {
  const { find, identifier, db, token } = await shopWithOrder()
  const search = (words: string) => find(new URLSearchParams({ q: words }).toString())
  const said = ['12 Elm Street', '12 elm st', '12 elm', '12  Elm St.', '12 Elm Street, Portland, OR 97214']
  for (const stored of ['12 Elm St', '12 Elm Street']) {
    changeOrder(db, token, { deliveryStreet1: stored })
    for (const words of said) expect(await search(words), `${words} for ${stored}`).toEqual([identifier])
  }
  changeOrder(db, token, { deliveryStreet1: '12 Elm St', deliveryStreet2: 'Apt 4' })
  for (const words of ['12 Elm Street Apt 4', '12 elm st #4', '12 Elm Street Portland OR'])
    expect(await search(words), words).toEqual([identifier])
  changeOrder(db, token, { deliveryStreet1: '12 Elm St Apt 4', deliveryStreet2: null })
  for (const words of ['12 Elm Street Apartment 4', '12 Elm Street Apt 4 Portland', '12 Elm Street'])
    expect(await search(words), words).toEqual([identifier])
  expect(await search('12 Elm Street Apt 5')).toEqual([])
  changeOrder(db, token, { deliveryStreet1: '12 N Elm St' })
  expect(await search('12 north elm street')).toEqual([identifier])
  for (const words of ['112 Elm Street', '12 Elmwood', '12 %', '12 Oak Street'])
    expect(await search(words), words).toEqual([])
})

test('STF-2 an erased name is no longer found', async () => {
  const { find, identifier, db, token } = await shopWithOrder()
  changeOrder(db, token, { deliveryName: 'Zephyrine Oakes' })
  expect(await find('q=zephyrine')).toEqual([identifier])
  changeOrder(db, token, { deliveryName: null })
  expect(await find('q=zephyrine')).toEqual([])
  expect(db.all(`select * from order_names where order_names match 'zephyrine'`)).toEqual([])
})

test('STF-2 filters limit the list by state, ship day, center, hold and flag, and stay in the URL', async () => {
  const { shop, find, identifier, order, db, token, ruth } = await shopWithOrder()
  const { shipOn, id } = order()
  expect(await find('state=paid&q=ana@example.com')).toEqual([identifier])
  expect(await find('state=delivered&q=ana@example.com')).toEqual([])
  expect(await find(`ship_on=${shipOn}`)).toContain(identifier)
  expect(await find(`ship_on=${shipOn}&center=truckee-meadows`)).toContain(identifier)
  expect(await find(`ship_on=${shipOn}&center=cedar-bluffs`).catch(() => [])).not.toContain(identifier)
  expect(await find('held=yes')).not.toContain(identifier)
  changeOrder(db, token, { state: 'review' })
  expect(await find('held=yes')).toContain(identifier)
  expect(await find('flagged=yes')).not.toContain(identifier)
  await durably(db, (tx) =>
    flagForStaff(tx, { kind: 'dispute', key: 'd1', detail: 'x', orderId: id, now: shop.clock.now() }),
  )
  expect(await find('flagged=yes&held=yes')).toContain(identifier)
  db.update(staffFlags).set({ resolvedAt: 1 }).run()
  expect(await find('flagged=yes')).toEqual([])

  const page = await (await ruth.visit(`/staff/orders?state=review&ship_on=${shipOn}`)).text()
  expect(page).toContain(identifier)
  expect(page).toMatch(/name="state" value="review"/)
  for (const wrong of [
    'state=lost',
    'ship_on=tomorrow',
    'center=nowhere',
    'held=maybe',
    'after=x',
    'sort=best',
  ])
    expect((await ruth.call('GET', `/staff/orders?${wrong}`)).status, wrong).toBe(422)
})

test('STF-2 pages have no gaps or repeats, even when orders are placed in between', async () => {
  const { shop, db, token, ruth } = await shopWithOrder()
  const {
    id: _,
    token: __,
    identifier: ___,
    ...columns
  } = db.select().from(orders).where(eq(orders.token, token)).get()!
  const add = (number: number) =>
    db
      .insert(orders)
      .values({
        ...columns,
        token: `t${number}`,
        identifier: `DW-T${number}`,
        placedAt: shop.clock.now() + Math.floor(number / 3),
      })
      .run()
  for (let number = 0; number < 120; number++) add(number)
  const seen: string[] = []
  let next: string | null = '/staff/orders'
  while (next) {
    const page: { orders: Listed[]; next: string | null } = await (await ruth.call('GET', next)).json()
    seen.push(...page.orders.map(({ identifier }) => identifier))
    next = page.next
    add(1000 + seen.length) // the newest, which belong before the first page
  }
  const placed = db
    .select()
    .from(orders)
    .all()
    .filter(({ placedAt, identifier }) => placedAt !== null && !/T1\d{3}/.test(identifier))
  expect(seen.length).toBe(placed.length)
  expect(new Set(seen).size).toBe(seen.length)
  const oldest = await (await ruth.call('GET', '/staff/orders?sort=oldest')).json()
  expect(oldest.orders[0].identifier).toBe(seen.at(-1))
})

test('STF-2 no search or filter scans all orders', async () => {
  const { db, order } = await shopWithOrder()
  const { shipOn, fcId } = order()
  const center = { id: fcId ?? 0, slug: 'x', name: 'x' }
  const searches = [
    'DW-AB',
    'ana@example.com',
    'Whitcomb',
    '206 555 0142',
    '98101',
    '4242',
    'Whitcomb 98101',
    'Whitcomb 4242',
    '$397.40',
    '1Z999AA10123456784',
    '12 Elm Street',
  ]
  const filters = [
    ...searches.map((searched) => ({ searched })),
    {},
    { sort: 'oldest' as const },
    { after: { at: 1, id: 1 } },
    { state: 'paid' as const },
    { shipOn },
    { shipOn, center },
    { center },
    { center, state: 'delivered' as const },
    { isHeld: true, isFlagged: true },
  ]
  for (const some of filters)
    expect(
      await scans(db, () => listOrders(db, { ...NO_ORDER_FILTERS, ...some })),
      JSON.stringify(some),
    ).toEqual([])
})
