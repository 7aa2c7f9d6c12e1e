import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { setTextSize } from '../support/text-size.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('large-text')

/** Where each role starts, and which links it follows from there: to a page of each kind. */
const ROLES = [
  { email: 'staff@example.com', from: '/staff', within: /^\/staff/, atLeast: 80 },
  { email: 'fulfillment@example.com', from: '/fulfillment', within: /^\/fulfillment/, atLeast: 15 },
  { email: 'vendor@example.com', from: '/vendor', within: /^\/vendor/, atLeast: 7 },
  {
    email: 'member@example.com',
    from: '/account/subscriptions',
    within: /^\/account|\/delivery\?/,
    atLeast: 5,
  },
  { email: 'shopper@example.com', from: '/account', within: SHOPPERS(), atLeast: 20 },
]

function SHOPPERS() {
  return /^\/(account|modals|order|passport|rewards|refer|gift|shop-farms|farms|first-box|videos)|\/(delivery|tracking-info)/
}

const DOWNLOADS = /\.(csv|pdf|zpl|ics|json)|\/(photos|data|file|export)\b|format=/

/** Addresses that differ only in which farm, order or filter they name lead to one kind of page. */
const kindOf = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://shop')
  const [parameter = ''] = searchParams.keys()
  const kind = pathname
    .replace(/\/(farms|shop|products|vendor)\/[^/]+/, '/$1/:slug')
    .replace(/\/(?=[^/]*\d)[\w-]{4,}|\/\d+/g, '/:one')
  return /^(report|order_token)$/.test(parameter) ? `${kind}?${parameter}` : kind
}

const linksOf = (page: Page) =>
  page.$$eval('a[href^="/"]', (links) =>
    links.map((link) => (link.getAttribute('href') ?? '').replace(/#.*/, '')),
  )

/** Staff have over eighty pages, each of which axe reads: minutes on a slow machine. */
const MANY_PAGES_MS = 600_000

test.for(ROLES)(
  'in text of twice the size $email reads every page on a phone, and axe finds nothing',
  { timeout: MANY_PAGES_MS },
  async ({ email, from, within, atLeast }) => {
    const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
    await signInOnPage(page, email)
    await setTextSize(page, 32)
    const kinds = new Set([kindOf(from)])
    const waiting = [from]
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      await openAndWait(page, address)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([address, overflow]).toEqual([address, 0])
      await expectAllWell(address)
      for (const link of await linksOf(page)) {
        if (!within.test(link) || DOWNLOADS.test(link) || kinds.has(kindOf(link))) continue
        kinds.add(kindOf(link))
        waiting.push(link)
      }
    }
    expect(kinds.size).toBeGreaterThanOrEqual(atLeast)
    await close()
  },
)
