import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually, stopTime } from '../../support/page-clock.ts'
import { drag, measured, pushed, slider, swipe } from './sliding.ts'

const { visit } = openShop('sliders')

const PAGE = '/behaviours/slider'
const HEIGHT = 800
const PHONE = { width: 390, height: 844 }

const sized = (page: Page, width: number) => page.setViewportSize({ width, height: HEIGHT })

const singlePixels = (count: number): number[] => Array(count).fill(1)

/** The page of sliders at a width. */
async function open(width = 1_440) {
  const visitor = await visit({ viewport: { width, height: HEIGHT } })
  await visitor.page.goto(PAGE)
  return visitor
}

describe('SLD-1 how many are seen, and how far a move goes', () => {
  const CARDS = [
    { width: 499, shown: 1.25, moves: 1 },
    { width: 500, shown: 2.25, moves: 1 },
    { width: 767, shown: 2.25, moves: 1 },
    { width: 768, shown: 3.25, moves: 3 },
    { width: 1_023, shown: 3.25, moves: 3 },
    { width: 1_024, shown: 4.25, moves: 4 },
  ]

  test('SLD-1 cards: 1.25 below 500 px, then 2.25, then 3.25, then 4.25, moving by the whole ones', async () => {
    const { page, complaints, close } = await visit()
    for (const { width, shown, moves } of CARDS) {
      await sized(page, width)
      await page.goto(PAGE)
      const cards = await slider(page, 'cards')
      expect([width, await cards.shown(), await cards.first()]).toEqual([width, shown, 'Card 1'])
      await cards.onward.click()
      expect([width, await cards.first()]).toEqual([width, `Card ${1 + moves}`])
      await cards.back.click()
      expect([width, await cards.first()]).toEqual([width, 'Card 1'])
    }
    expect(complaints).toEqual([])
    await close()
  })

  test('SLD-1 a window that changes its width changes them too, either way', async () => {
    const { page, close } = await open(1_024)
    const cards = await slider(page, 'cards')
    for (const { width, shown, moves } of [...CARDS, ...CARDS.toReversed()]) {
      await sized(page, width)
      await eventually(cards.shown).toBe(shown)
      expect(await cards.ask(({ params }) => params.slidesPerGroup)).toBe(moves)
    }
    await close()
  })

  test('SLD-1 the plain slider shows one; told to show several, 2 from 768 px and 3 from 1,024 px', async () => {
    const { page, close } = await open(390)
    for (const [width, several] of [
      [390, 1],
      [767, 1],
      [768, 2],
      [1_023, 2],
      [1_024, 3],
    ] as const) {
      await sized(page, width)
      await eventually(async () => (await slider(page, 'several')).shown()).toBe(several)
      await eventually(async () => (await slider(page, 'plain')).shown()).toBe(1)
    }
    await close()
  })

  test('SLD-1 the marquee shows 2 names, from 768 px 4', async () => {
    const { page, close } = await open(767)
    const marquee = await slider(page, 'marquee')
    expect(await marquee.shown()).toBe(2)
    await sized(page, 768)
    await eventually(marquee.shown).toBe(4)
    await close()
  })

  test('SLD-1 a banner shows one sheet, whatever the width', async () => {
    const { page, close } = await open(390)
    for (const width of [390, 820, 1_440]) {
      await sized(page, width)
      await eventually(async () => (await slider(page, 'banner')).shown()).toBe(1)
    }
    await close()
  })
})

describe('SLD-1 strips are pushed freely', () => {
  test.each(['strip', 'nav'])('SLD-1 the %s stays where it is let go', async (id) => {
    const { page, complaints, close } = await visit({ viewport: { width: 767, height: HEIGHT } })
    await page.clock.install()
    await page.goto(PAGE)
    const strip = await slider(page, id)
    await measured(strip)
    await stopTime(page)
    await drag(page, strip, [6, 50, 47])
    await page.clock.runFor(400) // a hand that rests throws nothing
    await page.mouse.up()
    await page.clock.runFor(1_000)
    expect(await pushed(strip)).toBe(97)
    expect(complaints).toEqual([])
    await close()
  })

  test('SLD-1 the first-box strip slides below 768 px only; from there on all of it is seen', async () => {
    const { page, close } = await open(767)
    const strip = await slider(page, 'strip')
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
    await close()
  })
})

describe('SLD-1 a hand on the row', () => {
  test('SLD-1 within 5 px nothing begins: six single pixels begin a swipe, and five more move the row', async () => {
    const { page, close } = await open()
    const plain = await slider(page, 'plain')
    await drag(page, plain, singlePixels(10))
    expect(await pushed(plain)).toBe(0)
    await page.mouse.up()
    await drag(page, plain, singlePixels(11))
    expect(await pushed(plain)).toBe(5)
    await page.mouse.up()
    await close()
  })

  test.each([
    { steps: [5], left: 'Leaf 1' },
    { steps: [40, 100, 100], left: 'Leaf 2' },
  ])('SLD-1 a finger that goes $steps px leaves $left', async ({ steps, left }) => {
    const { page, complaints, close } = await visit({ viewport: PHONE, hasTouch: true, isMobile: true })
    await page.goto(PAGE)
    const plain = await slider(page, 'plain')
    await swipe(page, plain, steps)
    expect(await plain.first()).toBe(left)
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    { ms: 300, left: 'Leaf 2', what: 'shows the next slide' },
    { ms: 301, left: 'Leaf 1', what: 'is a long one and shows what it left most to be seen' },
  ])('SLD-1 a swipe of $ms ms over a third of the slide $what', async ({ ms, left }) => {
    const { page, close } = await visit()
    await page.clock.install()
    await page.goto(PAGE)
    const plain = await slider(page, 'plain')
    await stopTime(page)
    await drag(page, plain, [6, 400])
    await page.clock.runFor(ms)
    await page.mouse.up()
    await page.clock.runFor(100)
    expect(await plain.first()).toBe(left)
    await close()
  })

  test('SLD-1 follows no link that a swipe began on', async () => {
    const { page, complaints, close } = await open()
    const cards = await slider(page, 'cards')
    const address = page.url()
    const { x, y } = (await cards.slides.nth(1).boundingBox())!
    await page.mouse.move(x + 100, y + 30)
    await page.mouse.down()
    await page.mouse.move(x + 90, y + 30)
    await page.mouse.move(x, y + 30)
    await page.mouse.up()
    expect(await cards.first()).toBe('Card 5')
    expect(page.url()).toBe(address)
    expect(complaints).toEqual([])
    await close()
  })

  test('SLD-1 a slide takes 300 ms, a name of the marquee 3,000 ms at one pace', async () => {
    const { page, close } = await open()
    for (const id of ['banner', 'cards', 'nav', 'plain', 'several']) {
      const { ask } = await slider(page, id)
      expect(await ask(({ params }) => params.speed)).toBe(300)
    }
    const plain = await slider(page, 'pushed')
    const started = plain.row.evaluate(
      (row) =>
        new Promise<string>((tell) => {
          row.addEventListener('transitionstart', () => tell(getComputedStyle(row).transitionDuration))
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
})
