import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually, stopClock } from '../../support/page-clock.ts'
import { drag, measured, pushed, slider, swipe } from './sliding.ts'

const { visit } = openShop('sliders')

const PAGE = '/behaviours/slider'
const HEIGHT = 800
const PHONE = { width: 390, height: 844 }

const sized = (page: Page, width: number) => page.setViewportSize({ width, height: HEIGHT })

const singlePixels = (count: number): number[] => Array(count).fill(1)

/** Scrolls an example into view, where the pointer can reach it. */
const bringIntoView = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }))

const CARDS = [
  { width: 499, shown: 1.25, moves: 1 },
  { width: 500, shown: 2.25, moves: 1 },
  { width: 767, shown: 2.25, moves: 1 },
  { width: 768, shown: 3.25, moves: 3 },
  { width: 1_023, shown: 3.25, moves: 3 },
  { width: 1_024, shown: 4.25, moves: 4 },
]

test('SLD-1 Cards show 1.25 below 500 px, then 2.25, then 3.25, then 4.25, and move by whole cards', async () => {
  const { page, complaints, close } = await visit()
  const expectShown = async ({ width, shown, moves }: (typeof CARDS)[number]) => {
    await sized(page, width)
    const cards = await slider(page, 'cards')
    await eventually(cards.shown).toBe(shown)
    expect(await cards.ask(({ params }) => params.slidesPerGroup)).toBe(moves)
  }
  for (const { width, shown, moves } of CARDS) {
    if (width > 499) await expectShown({ width, shown, moves })
    else await sized(page, width)
    await page.goto(PAGE)
    const cards = await slider(page, 'cards')
    expect([width, await cards.shown(), await cards.first()]).toEqual([width, shown, 'Card 1'])
    await cards.onward.click()
    expect([width, await cards.first()]).toEqual([width, `Card ${1 + moves}`])
    await cards.back.click()
    expect([width, await cards.first()]).toEqual([width, 'Card 1'])
  }
  for (const width of CARDS.toReversed()) await expectShown(width)
  expect(complaints).toEqual([])
  await close()
}, 90_000)

test('SLD-1 The window width decides how much a banner, a plain slider and the marquee show', async () => {
  const { page, close } = await visit({ viewport: { width: 390, height: HEIGHT } })
  await page.goto(PAGE)
  for (const [width, several] of [
    [390, 1],
    [767, 1],
    [768, 2],
    [820, 2],
    [1_023, 2],
    [1_024, 3],
    [1_440, 3],
  ] as const) {
    await sized(page, width)
    await eventually(async () => (await slider(page, 'several')).shown()).toBe(several)
    await eventually(async () => (await slider(page, 'plain')).shown()).toBe(1)
    await eventually(async () => (await slider(page, 'banner')).shown()).toBe(1)
    if (width === 767) expect(await (await slider(page, 'marquee')).shown()).toBe(2)
    if (width === 768) await eventually((await slider(page, 'marquee')).shown).toBe(4)
  }
  await close()
})

test("SLD-1 Strips stay where they're released; the first-box strip slides only below 768 px", async () => {
  const { page, complaints, close } = await visit({ viewport: { width: 767, height: HEIGHT } })
  await page.clock.install()
  await page.goto(PAGE)
  const strips = { strip: await slider(page, 'strip'), nav: await slider(page, 'nav') }
  for (const strip of Object.values(strips)) await measured(strip)
  await stopClock(page)
  for (const [id, strip] of Object.entries(strips)) {
    await bringIntoView(page, id)
    await drag(page, strip, [6, 50, 47])
    await page.clock.runFor(400) // a pointer at rest gives no momentum
    await page.mouse.up()
    await page.clock.runFor(1_000)
    expect([id, await pushed(strip)]).toEqual([id, 97])
  }
  await page.clock.resume()

  const { strip } = strips
  await bringIntoView(page, 'strip')
  await drag(page, strip, [6, 100])
  await page.mouse.up()
  await sized(page, 768)
  await page.waitForFunction(() => !document.querySelector('#strip .swiper-initialized'))
  const { x, width } = (await strip.view.boundingBox())!
  for (const box of await strip.slides.all()) {
    const place = (await box.boundingBox())!
    expect(place.x).toBeGreaterThanOrEqual(x)
    expect(place.x + place.width).toBeLessThanOrEqual(x + width)
  }
  await sized(page, 767)
  await slider(page, 'strip')
  expect(complaints).toEqual([])
  await close()
})

test('SLD-1 A mouse drag moves the row after 5 px; a short swipe shows the next slide, a long one the nearest', async () => {
  const { page, complaints, close } = await visit({ viewport: { width: 1_440, height: HEIGHT } })
  await page.clock.install()
  await page.goto(PAGE)
  const plain = await slider(page, 'plain')
  await stopClock(page)
  for (const { pixels, moved } of [
    { pixels: 10, moved: 0 },
    { pixels: 11, moved: 5 },
  ]) {
    await drag(page, plain, singlePixels(pixels))
    expect(await pushed(plain)).toBe(moved)
    await page.clock.runFor(301) // too long for a short swipe
    await page.mouse.up()
    await page.clock.runFor(100)
    expect(await plain.first()).toBe('Leaf 1')
  }

  for (const { ms, shows } of [
    { ms: 301, shows: 'Leaf 1' },
    { ms: 300, shows: 'Leaf 2' },
  ]) {
    await drag(page, plain, [6, 400]) // a third of the slide
    await page.clock.runFor(ms)
    await page.mouse.up()
    await page.clock.runFor(100)
    expect([ms, await plain.first()]).toEqual([ms, shows])
  }

  const cards = await slider(page, 'cards')
  const address = page.url()
  const second = (await cards.slides.nth(1).boundingBox())!
  await page.mouse.move(second.x + 100, second.y + 30)
  await page.mouse.down()
  await page.mouse.move(second.x + 90, second.y + 30)
  await page.mouse.move(second.x, second.y + 30)
  await page.mouse.up()
  await page.clock.runFor(100)
  await page.clock.resume()
  expect(await cards.first()).toBe('Card 5')
  expect(page.url()).toBe(address) // a swipe that starts on a link doesn't follow it
  await cards.back.click()
  expect(await cards.first()).toBe('Card 1')
  const partial = (await cards.slides.nth(4).boundingBox())!
  await page.mouse.click(partial.x + 10, partial.y + 20)
  await page.waitForURL(/#card_5$/) // a click on a partly visible card follows its link and moves nothing
  expect(await pushed(cards)).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test('SLD-1 By touch, 5 px leave the slide in place, and a swipe shows the next one', async () => {
  const { page, complaints, close } = await visit({ viewport: PHONE, hasTouch: true, isMobile: true })
  await page.goto(PAGE)
  const plain = await slider(page, 'plain')
  await swipe(page, plain, [5])
  expect(await plain.first()).toBe('Leaf 1')
  await swipe(page, plain, [40, 100, 100])
  expect(await plain.first()).toBe('Leaf 2')
  expect(complaints).toEqual([])
  await close()
})

test('SLD-1 A slide takes 300 ms, a marquee name 3,000 ms at a steady pace', async () => {
  const { page, close } = await visit({ viewport: { width: 1_440, height: HEIGHT } })
  await page.goto(PAGE)
  for (const id of ['banner', 'cards', 'nav', 'plain', 'several']) {
    const { ask } = await slider(page, id)
    expect(await ask(({ params }) => params.speed)).toBe(300)
  }
  const plain = await slider(page, 'pushed')
  const started = plain.row.evaluate(
    (row) =>
      new Promise<string>((resolve) => {
        row.addEventListener('transitionstart', () => resolve(getComputedStyle(row).transitionDuration))
      }),
  )
  await plain.onward.click()
  expect(await started).toBe('0.3s')
  await page.mouse.move(0, 0)
  const marquee = await slider(page, 'marquee')
  const pace = () =>
    marquee.row.evaluate((row) => {
      const { transitionDuration, transitionTimingFunction } = getComputedStyle(row)
      return `${transitionDuration} ${transitionTimingFunction}`
    })
  await eventually(pace).toBe('3s linear')
  await close()
})
