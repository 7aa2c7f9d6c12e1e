import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually, stopClock } from '../../support/page-clock.ts'
import { pushed, type SliderOnPage, slider } from './sliding.ts'

const { visit } = openShop('turning')

const PAGE = '/behaviours/slider'

/** Opens the slider page with these running, then stops its clock. */
async function open(...ids: string[]) {
  const visitor = await visit()
  const { page } = visitor
  await page.clock.install()
  await page.goto(PAGE)
  for (const id of ids) await slider(page, id)
  await stopClock(page)
  return visitor
}

/** Goes to an auto-advancing slider and starts its interval. */
async function begin(page: Page, id: string) {
  const turning = await slider(page, id)
  await pointIn(page, turning)
  await eventually(() => isTurning(turning)).toBe(false)
  await pointAway(page)
  await eventually(() => isTurning(turning)).toBe(true)
  return turning
}

/** Moves onto the slider, but not onto anything clickable. */
async function pointIn(page: Page, { around }: SliderOnPage) {
  const { x, y } = (await around.boundingBox())!
  await page.mouse.move(x + 2, y + 20)
}

const pointAway = (page: Page) => page.mouse.move(0, 0)

/** The number of the shown slide, from 1, by its bullet. */
const current = ({ bullets }: SliderOnPage) =>
  bullets.evaluateAll((all) => all.findIndex((bullet) => bullet.hasAttribute('aria-current')) + 1)

/** While it advances on its own, it isn't a live region. */
const isTurning = async ({ row }: SliderOnPage) => (await row.getAttribute('aria-live')) === 'off'

/** Expects it to stay put for `ms` and then to have advanced to slide `to`. */
async function expectTurn(page: Page, turning: SliderOnPage, ms: number, to: number) {
  const before = await current(turning)
  await page.clock.runFor(ms - 1)
  expect(await current(turning)).toBe(before)
  await page.clock.runFor(1)
  expect(await current(turning)).toBe(to)
  await stands(turning)
}

const stands = ({ ask }: SliderOnPage) => eventually(() => ask(({ animating }) => animating)).toBe(false)

test('SLD-1 A banner and an auto-advancing slider show the next slide every 5,000 ms, and nothing else advances', async () => {
  const { page, complaints, close } = await open('banner', 'turning', 'bullets')
  const banner = await begin(page, 'banner')
  expect(await banner.first()).toContain('Sheet 1')
  for (const to of [2, 3, 1, 2]) {
    await expectTurn(page, banner, 5_000, to)
    expect(await banner.first()).toContain(`Sheet ${to}`)
  }
  // After a manual turn, a full interval follows.
  await page.clock.runFor(4_000)
  await banner.onward.dispatchEvent('click')
  expect(await current(banner)).toBe(3)
  await stands(banner)
  await expectTurn(page, banner, 5_000, 1)

  const turning = await begin(page, 'turning')
  for (const to of [2, 3, 4, 5, 6, 1, 2]) await expectTurn(page, turning, 5_000, to)

  const still = await slider(page, 'bullets')
  await page.clock.runFor(60_000)
  expect(await current(still)).toBe(1)
  for (const id of ['single_banner', 'one']) {
    const single = await slider(page, id)
    expect(await single.around.getByRole('button').count()).toBe(0)
    await page.clock.runFor(12_000)
    expect(await pushed(single)).toBe(0)
  }
  expect(complaints).toEqual([])
  await close()
})

test('SLD-1 The pointer, the focus, the pause button, a resize and being out of view each stop auto-advance', async () => {
  const { page, close } = await open('banner')
  const banner = await begin(page, 'banner')
  expect(await isTurning(banner)).toBe(true)
  await pointIn(page, banner)
  expect(await isTurning(banner)).toBe(false)
  await page.clock.runFor(60_000)
  expect(await current(banner)).toBe(1)
  await pointAway(page)
  await expectTurn(page, banner, 5_000, 2)

  await banner.pause.focus()
  await page.clock.runFor(30_000)
  await page.keyboard.press('Tab')
  await page.clock.runFor(30_000)
  expect(await current(banner)).toBe(2)
  await page.getByRole('link', { name: 'All behaviors' }).focus()
  await expectTurn(page, banner, 5_000, 3)

  await banner.pause.click()
  await pointAway(page)
  await banner.pause.blur()
  await page.clock.runFor(60_000)
  expect(await current(banner)).toBe(3)
  expect(await banner.pause.getAttribute('aria-pressed')).toBe('true')
  await banner.pause.click() // the pointer and the focus stay on it
  expect(await banner.pause.getAttribute('aria-pressed')).toBe('false')
  await expectTurn(page, banner, 5_000, 1)
  await pointAway(page)
  await banner.pause.blur()
  await expectTurn(page, banner, 5_000, 2)

  // During a resize, the interval starts 500 ms after the last change.
  await banner.ask((swiper) => {
    swiper.on('resize', () => Object.assign(window, { resizedAt: Date.now() }))
  })
  await page.clock.runFor(4_900)
  for (const width of [1_100, 1_000]) {
    await page.setViewportSize({ width, height: 900 })
    await eventually(async () => {
      await page.clock.runFor(20)
      return banner.ask((swiper) => swiper.width)
    }).toBeLessThan(width)
  }
  const left = await page.evaluate(() => {
    const { resizedAt } = window as unknown as { resizedAt: number }
    return resizedAt + 500 + 5_000 - Date.now()
  })
  await expectTurn(page, banner, left, 3)

  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await eventually(() => isTurning(banner)).toBe(false)
  await page.clock.runFor(60_000)
  expect(await current(banner)).toBe(3)
  await close()
})

test("SLD-1 With reduced motion nothing advances, there's no pause button, and a slide appears instantly", async () => {
  const { page, complaints, close } = await visit({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto(PAGE)
  const banner = await slider(page, 'banner')
  expect(await banner.pause.isVisible()).toBe(false)
  await page.clock.runFor(60_000)
  expect(await current(banner)).toBe(1)
  await banner.onward.click()
  expect(await pushed(banner)).toBe((await banner.view.boundingBox())!.width)
  const names = page.locator('.press__paper')
  await names.last().scrollIntoViewIfNeeded()
  for (const name of await names.all()) expect(await name.isVisible()).toBe(true)
  expect(await page.locator('#marquee .swiper-initialized').count()).toBe(0)
  expect(complaints).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await slider(page, 'marquee')
  await close()
})

/** The next names to pass, in a sped-up marquee: another test checks its real pace. */
const namesPassing = ({ view }: SliderOnPage, count: number) =>
  view.evaluate(
    (window, wanted) =>
      new Promise<string[]>((tell) => {
        const row = window.firstElementChild!
        const { swiper } = window as unknown as { swiper: { slides: Element[]; activeIndex: number } }
        const passed: string[] = []
        row.addEventListener('transitionstart', () => {
          passed.push(swiper.slides[swiper.activeIndex]?.textContent ?? '')
          if (passed.length === wanted) tell(passed)
          for (const animation of row.getAnimations()) animation.playbackRate = 60
        })
      }),
    count,
  )

test('SLD-1 The marquee stops in place when paused, resumes from there, and loops through its names endlessly', async () => {
  const { page, complaints, expectAllWell, close } = await visit()
  await page.goto(PAGE)
  const marquee = await slider(page, 'marquee')
  await pointAway(page)
  const step = await marquee.ask(({ slidesGrid }) => slidesGrid[1]!)
  const isBetweenNames = async () => {
    const part = ((await pushed(marquee)) % step) / step
    return part > 0.2 && part < 0.6
  }
  await eventually(isBetweenNames).toBe(true)
  await marquee.pause.click()
  await pointAway(page)
  const at = await pushed(marquee)
  expect(await marquee.row.evaluate((row) => row.getAnimations().length)).toBe(0)
  expect(at % step).toBeGreaterThan(1)
  const banner = await slider(page, 'banner')
  await banner.around.getByRole('button', { name: '2 of 3: Three sheets' }).click()
  await banner.pause.click()
  await slider(page, 'marquee')
  await expectAllWell('banner turned, banner and marquee paused')
  expect(await pushed(marquee)).toBe(at)
  const goesOn = marquee.row.evaluate(
    (row) =>
      new Promise<{ seconds: number; toward: number }>((tell) => {
        const told = () => {
          const { effect } = row.getAnimations()[0]!
          const { transform } = (effect as KeyframeEffect).getKeyframes().at(-1)!
          tell({
            seconds: Number.parseFloat(getComputedStyle(row).transitionDuration),
            toward: -new DOMMatrix(String(transform)).m41,
          })
        }
        row.addEventListener('transitionstart', told, { once: true })
      }),
  )
  await marquee.pause.click()
  const { seconds, toward } = await goesOn
  expect(toward / step).toBeCloseTo(Math.round(toward / step), 2) // a remainder can be almost a whole step
  expect(seconds).toBeCloseTo((3 * (toward - at)) / step, 1)

  await pointAway(page)
  const passed = await namesPassing(marquee, 18)
  const order = passed.slice(0, 8)
  expect([...order].sort()).toEqual((await marquee.slides.allTextContents()).sort())
  expect(passed).toEqual([...order, ...order, ...order].slice(0, 18))
  expect(complaints).toEqual([])
  await close()
})
