import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { orders, shipDays } from '#db/schema/index.ts'
import { orderById } from '#src/orders/orders.ts'
import { holdForReview, releaseFromReview } from '#src/orders/review.ts'
import { ANA, signedIn, userOf } from '../support/account.ts'
import { CENTER } from '../support/clerks.ts'
import type { Shopper } from '../support/shopper.ts'
import { raiseAlert, shopWithBox } from '../support/weather.ts'

const PROMISED = /Thursday, December 3|Thu, Dec 3|day-leaf/

const main = async (shopper: Shopper, path: string) =>
  (/<main.*?<script|<main.*<\/main>/s.exec(await (await shopper.visit(path)).text())?.[0] ?? '').replaceAll(
    '&#39;',
    "'",
  )

/** A box for December 3 that belongs to an account, and what its pages say. */
async function ownBox() {
  const { shop, dale, order, token, ana: guest } = await shopWithBox()
  shop.db
    .update(orders)
    .set({ userId: userOf(shop, ANA).id })
    .where(eq(orders.token, token))
    .run()
  const ana = await signedIn(shop, ANA)
  const pages = async () => {
    const list = await main(ana, '/account/orders')
    return {
      order: await main(ana, `/account/orders/${token}`),
      tracking: await main(ana, `/${token}/tracking-info`),
      confirmation: await main(ana, `/order/${token}/confirmation`),
      listed:
        list.split('<li class="order-entry">').find((entry) => entry.includes(order().identifier)) ?? '',
      calendar: await (await ana.visit(`/account/orders/${token}/calendar.ics`)).text(),
    }
  }
  return { shop, dale, order, pages, guest }
}

const stateIn = (html: string) => /order-(?:entry|page)__state">\s*([^<]*?)\s*</.exec(html)?.[1]

async function fillAllDays({ shop, dale }: Pick<Awaited<ReturnType<typeof ownBox>>, 'shop' | 'dale'>) {
  shop.db.update(shipDays).set({ capacity: 0 }).run()
  const { ship_days: days } = await (await dale.call('GET', `${CENTER}/calendar`)).json()
  for (const { ship_on } of days)
    shop.db.insert(shipDays).values({ fcId: 1, shipOn: ship_on, capacity: 0 }).onConflictDoNothing().run()
}

test('ORD-2 ORD-6 the list says that a box is held for weather, as its page does, with its new day', async () => {
  const { shop, dale, pages } = await ownBox()
  expect(stateIn((await pages()).listed)).toBe('Confirmed')
  await raiseAlert(dale, shop)
  const { order, listed } = await pages()
  expect([stateIn(order), stateIn(listed)]).toEqual(['Held for weather', 'Held for weather'])
  expect(listed).toContain('For delivery Wednesday, December 9')
})

test('ORD-2 ORD-6 TRK-1 a box held without a new day names no day on any page', async () => {
  const box = await ownBox()
  expect((await box.pages()).order).toMatch(PROMISED)
  await fillAllDays(box)
  await raiseAlert(box.dale, box.shop)
  const { order, tracking, confirmation, listed, calendar } = await box.pages()
  expect(order).toContain("We're holding your box")
  expect(stateIn(listed)).toBe('Held for weather')
  expect(confirmation).toContain("We're holding your box")
  expect(tracking).toContain('Waiting for a new day')
  expect(calendar).toContain('STATUS:TENTATIVE')
  for (const html of [order.replace(/Held on Thu, Dec 3/, ''), tracking, confirmation, listed]) {
    expect(html).not.toMatch(PROMISED)
    expect(html).not.toContain('Add to your calendar')
  }
})

test('ORD-2 TRK-1 an order under review promises no day and offers no calendar file, until it is released', async () => {
  const { shop, order, pages } = await ownBox()
  await durably(shop.db, (tx) => holdForReview(tx, orderById(tx, order().id), shop.clock.now()))
  const held = await pages()
  for (const html of [held.order, held.tracking, held.confirmation, held.listed]) {
    expect(html).not.toMatch(PROMISED)
    expect(html).not.toContain('Add to your calendar')
  }
  expect(held.order).toContain("We're checking this order")
  expect(held.confirmation).toContain("We're checking this order")
  expect([stateIn(held.order), stateIn(held.listed)]).toEqual(['Under review', 'Under review'])
  expect(held.calendar).toContain('STATUS:TENTATIVE')
  await durably(shop.db, (tx) => releaseFromReview(tx, orderById(tx, order().id), shop.clock.now()))
  const free = await pages()
  expect(free.order).toContain('Your box comes Thursday, December 3')
  expect(free.order).toContain('Add to your calendar')
  expect(free.calendar).toContain('STATUS:CONFIRMED')
})
