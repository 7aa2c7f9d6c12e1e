import type { Page } from 'playwright'
import { expect } from 'vitest'
import { signInOnPage } from './sign-in-page.ts'
import { setTextSize } from './text-size.ts'
import { openAndWait } from './visit.ts'
import { SCREENS, type Visitor } from './visitor.ts'

/** Where a role starts, and which links it follows from there, one page of each kind. */
export type Reader = { email: string; from: string; within: RegExp; atLeast: number }

const DOWNLOADS = /\.(csv|pdf|zpl|ics|json)|\/(photos|data|file|export)\b|format=/

/** URLs that differ only in the farm, order or filter they name are the same kind of page. */
const kindOf = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://shop')
  const [parameter = ''] = searchParams.keys()
  const kind = pathname
    .replace(/\/(farms|shop|products|vendor|inventory|varieties|bundles|videos)\/[^/]+/g, '/$1/:slug')
    .replace(/\/(statements|passport)\/[^/]+\/[^/]+/, '/$1/:slug/:one')
    .replace(/\/(?=[^/]*\d)[\w-]{4,}|\/\d+/g, '/:one')
  return /^(report|order_token)$/.test(parameter) ? `${kind}?${parameter}` : kind
}

const linksOf = (page: Page) =>
  page.$$eval('a[href^="/"]', (links) =>
    links.map((link) => (link.getAttribute('href') ?? '').replace(/#.*/, '')),
  )

/** The page's own text size, and how far it sticks out to the side. */
export const textAndOverflow = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    return [getComputedStyle(root).fontSize, root.scrollWidth - innerWidth]
  })

/** At twice the text size on a phone, every page fits and axe finds nothing. */
export async function readEveryPage(
  visit: (options: { viewport: { width: number; height: number } }) => Promise<Visitor>,
  { email, from, within, atLeast }: Reader,
) {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await signInOnPage(page, email)
  await setTextSize(page, 32)
  const kinds = new Set([kindOf(from)])
  const waiting = [from]
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    await openAndWait(page, address)
    expect([address, ...(await textAndOverflow(page))]).toEqual([address, '32px', 0])
    await expectAllWell(address)
    for (const link of await linksOf(page)) {
      if (!within.test(link) || DOWNLOADS.test(link) || kinds.has(kindOf(link))) continue
      kinds.add(kindOf(link))
      waiting.push(link)
    }
  }
  expect(kinds.size).toBeGreaterThanOrEqual(atLeast)
  await close()
}
