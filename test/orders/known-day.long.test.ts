import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, shipDays } from '#db/schema/index.ts'
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
    return {
      order: await main(ana, `/account/orders/${token}`),
      tracking: await main(ana, `/${token}/tracking-info`),
      confirmation: await main(ana, `/order/${token}/confirmation`),
      calendar: await (await ana.visit(`/account/orders/${token}/calendar.ics`)).text(),
    }
  }
  return { shop, dale, order, pages, guest }
}

async function fillAllDays({ shop, dale }: Pick<Awaited<ReturnType<typeof ownBox>>, 'shop' | 'dale'>) {
  shop.db.update(shipDays).set({ capacity: 0 }).run()
  const { ship_days: days } = await (await dale.call('GET', `${CENTER}/calendar`)).json()
  for (const { ship_on } of days)
    shop.db.insert(shipDays).values({ fcId: 1, shipOn: ship_on, capacity: 0 }).onConflictDoNothing().run()
}

test('ORD-2 ORD-6 TRK-1 a box held without a new day names no day on any page', async () => {
  const box = await ownBox()
  expect((await box.pages()).order).toMatch(PROMISED)
  await fillAllDays(box)
  await raiseAlert(box.dale, box.shop)
  const { order, tracking, confirmation, calendar } = await box.pages()
  expect(order).toContain("We're holding your box")
  expect(confirmation).toContain("We're holding your box")
  expect(tracking).toContain('Waiting for a new day')
  expect(calendar).toContain('STATUS:TENTATIVE')
  for (const html of [order.replace(/Held on Thu, Dec 3/, ''), tracking, confirmation]) {
    expect(html).not.toMatch(PROMISED)
    expect(html).not.toContain('Add to your calendar')
  }
})
