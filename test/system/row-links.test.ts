import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { CENTER, DALE } from '../support/clerks.ts'
import { FARMER } from '../support/farms.ts'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { RUTH } from '../support/staff.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('row-links')

/** Clerks wear gloves. */
const GLOVED_PX = 48

const rowLinks = (page: Page) =>
  page.locator('main :is(li, tr) a:visible, main summary:visible').evaluateAll((links) =>
    links.map((link) => {
      const isWholeRow = getComputedStyle(link, '::after').position === 'absolute'
      const target = isWholeRow ? (link.closest('li, tr') ?? link) : link
      return { words: link.textContent?.trim() ?? '', height: target.getBoundingClientRect().height }
    }),
  )

test.each([
  [DALE, [`${CENTER}/packing_waves`, `${CENTER}/orders`, `${CENTER}/receiving`, CENTER]],
  [RUTH, ['/staff', '/staff/claims', '/staff/reviews', '/staff/drafts', '/staff/orders', '/staff/people']],
  [FARMER, ['/vendor', '/vendor/three-larks-ranch/deliveries', '/vendor/three-larks-ranch/statements']],
])('FUL-1 STF-1 VEN-1 on a phone, %s can press every row link with gloves', async (email, pages) => {
  const { page, expectAllWell, close } = await visit({
    viewport: SCREENS.phone,
    hasTouch: true,
    isMobile: true,
  })
  await signInOnPage(page, email)
  for (const path of pages) {
    await openAndWait(page, path)
    const links = await rowLinks(page)
    expect(links.length, path).toBeGreaterThan(0)
    const small = links.filter(({ height }) => Math.round(height) < GLOVED_PX)
    expect.soft(small, path).toEqual([])
  }
  await expectAllWell('the last list')
  await close()
})

const hiddenIn = (parts: Locator) =>
  parts.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))

test.each([
  [DALE, [`${CENTER}/orders`, `${CENTER}/packing_waves/1`]],
  [
    RUTH,
    ['orders', 'customers', 'people', 'catalog/farms', 'catalog/bundles'].map((list) => `/staff/${list}`),
  ],
])('FUL-1 WAV-1 STF-2 STF-4 STF-8 on a phone, the lists of %s show each row whole', async (email, pages) => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await signInOnPage(page, email)
  for (const path of pages) {
    await openAndWait(page, path)
    const hidden = await hiddenIn(page.locator('.sheet'))
    expect(hidden.length, path).toBeGreaterThan(0)
    expect.soft(Math.max(...hidden), path).toBe(0)
  }
  await expectAllWell('the last list')
  await close()
})

test('ANA-5 on a phone, the chart of sales shows its last day', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await signInOnPage(page, RUTH)
  await openAndWait(page, '/staff/reports')
  expect(await hiddenIn(page.locator('.report-chart'))).toEqual([0])
  await expectAllWell('the chart')
  await close()
})
