import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually, stopTime } from '../../support/page-clock.ts'
import { pushed, type SliderOnPage, slider } from './sliding.ts'

const { visit } = openShop('turning')

const PAGE = '/behaviours/slider'

/** A slider that turns by itself, on a page whose time stands still, having begun to wait just now. */
async function open(id: string) {
  const visitor = await visit()
  const { page } = visitor
  await page.clock.install()
  await page.goto(PAGE)
  const turning = await slider(page, id)
  await stopTime(page)
  await pointIn(page, turning)
  await pointAway(page)
  return { ...visitor, turning }
}

/** Onto the slider, but on nothing that can be pressed. */
async function pointIn(page: Page, { around }: SliderOnPage) {
  const { x, y } = (await around.boundingBox())!
  await page.mouse.move(x + 2, y + 20)
}

const pointAway = (page: Page) => page.mouse.move(0, 0)

/** Which slide is shown, from 1, by its bullet. */
const current = ({ bullets }: SliderOnPage) =>
  bullets.evaluateAll((all) => all.findIndex((bullet) => bullet.hasAttribute('aria-current')) + 1)

/** What is read out when it changes is not what comes by itself. */
const isTurning = async ({ row }: SliderOnPage) => (await row.getAttribute('aria-live')) === 'off'

/** Expects that it stands for all of `ms` and has turned to slide `to` one later. */
async function expectTurn(page: Page, turning: SliderOnPage, ms: number, to: number) {
  const before = await current(turning)
  await page.clock.runFor(ms - 1)
  expect(await current(turning)).toBe(before)
  await page.clock.runFor(1)
  expect(await current(turning)).toBe(to)
  await stands(turning)
}

const stands = ({ ask }: SliderOnPage) => eventually(() => ask(({ animating }) => animating)).toBe(false)

describe('SLD-1 what turns by itself', () => {
  test('SLD-1 a banner shows the next sheet every 5,000 ms, and after the last the first', async () => {
    const { page, turning, expectAllWell, close } = await open('banner')
    expect(await turning.first()).toContain('Sheet 1')
    for (const to of [2, 3, 1, 2]) {
      await expectTurn(page, turning, 5_000, to)
      expect(await turning.first()).toContain(`Sheet ${to}`)
    }
    await pointIn(page, turning)
    await page.clock.resume()
    await expectAllWell('turned')
    await close()
  })

  test('SLD-1 so does a plain slider that is told to, and goes all the way back to the first', async () => {
    const { page, turning, close } = await open('turning')
    for (const to of [2, 3, 4, 5, 6, 1, 2]) await expectTurn(page, turning, 5_000, to)
    await close()
  })

  test('SLD-1 one that is not told to never does', async () => {
    const { page, turning, close } = await open('bullets')
    await page.clock.runFor(60_000)
    expect(await current(turning)).toBe(1)
    await close()
  })

  test('SLD-1 a single sheet has nothing to press, and stays', async () => {
    const { page, complaints, close } = await visit()
    await page.clock.install()
    await page.goto(PAGE)
    for (const id of ['single_banner', 'one']) {
      const single = await slider(page, id)
      expect(await single.around.getByRole('button').count()).toBe(0)
      await page.clock.runFor(12_000)
      expect(await pushed(single)).toBe(0)
    }
    expect(complaints).toEqual([])
    await close()
  })

  test('SLD-1 a turn by hand is followed by a whole wait', async () => {
    const { page, turning, close } = await open('banner')
    await page.clock.runFor(4_000)
    await turning.onward.dispatchEvent('click')
    expect(await current(turning)).toBe(2)
    await stands(turning)
    await expectTurn(page, turning, 5_000, 3)
    await close()
  })
})

describe('SLD-1 what keeps it from turning', () => {
  test('SLD-1 the pause button, for good, until it is pressed again', async () => {
    const { page, turning, expectAllWell, close } = await open('banner')
    await turning.pause.click()
    await pointAway(page)
    await turning.pause.blur()
    await page.clock.runFor(60_000)
    expect(await current(turning)).toBe(1)
    expect(await turning.pause.getAttribute('aria-pressed')).toBe('true')
    await page.clock.resume()
    await expectAllWell('paused')
    await stopTime(page)
    await turning.pause.click() // the pointer stays on it, and the focus
    expect(await turning.pause.getAttribute('aria-pressed')).toBe('false')
    await expectTurn(page, turning, 5_000, 2)
    await close()
  })

  test('SLD-1 the pointer, while it is in it', async () => {
    const { page, turning, close } = await open('banner')
    expect(await isTurning(turning)).toBe(true)
    await pointIn(page, turning)
    expect(await isTurning(turning)).toBe(false)
    await page.clock.runFor(60_000)
    expect(await current(turning)).toBe(1)
    await pointAway(page)
    await expectTurn(page, turning, 5_000, 2)
    await close()
  })

  test('SLD-1 the focus, while it is in it, wherever in it', async () => {
    const { page, turning, close } = await open('banner')
    await turning.pause.focus()
    await page.clock.runFor(30_000)
    await page.keyboard.press('Tab')
    await page.clock.runFor(30_000)
    expect(await current(turning)).toBe(1)
    await page.getByRole('link', { name: 'All behaviors' }).focus()
    await expectTurn(page, turning, 5_000, 2)
    await close()
  })

  test('SLD-1 a window being resized: the wait begins 500 ms after its last change', async () => {
    const { page, turning, close } = await open('banner')
    await turning.ask((swiper) => {
      swiper.on('resize', () => Object.assign(window, { resizedAt: Date.now() }))
    })
    await page.clock.runFor(4_900)
    for (const width of [1_100, 1_000]) {
      await page.setViewportSize({ width, height: 900 })
      await eventually(async () => {
        await page.clock.runFor(20)
        return turning.ask((swiper) => swiper.width)
      }).toBeLessThan(width)
    }
    const left = await page.evaluate(() => {
      const { resizedAt } = window as unknown as { resizedAt: number }
      return resizedAt + 500 + 5_000 - Date.now()
    })
    await expectTurn(page, turning, left, 2)
    await close()
  })

  test('SLD-1 having gone out of sight', async () => {
    const { page, turning, close } = await open('banner')
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await eventually(() => isTurning(turning)).toBe(false)
    await page.clock.runFor(60_000)
    expect(await current(turning)).toBe(1)
    await close()
  })

  test('SLD-1 the wish for no motion: nothing to pause, and what is asked for is there at once', async () => {
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
})

/** The next names to come in, of a marquee made to fly: its real pace is what another test holds it to. */
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

describe('SLD-1 the marquee', () => {
  test('SLD-1 goes on and on, name after name, and after the last the first', async () => {
    const { page, complaints, close } = await visit()
    await page.goto(PAGE)
    const marquee = await slider(page, 'marquee')
    await pointAway(page)
    const passed = await namesPassing(marquee, 18)
    const order = passed.slice(0, 8)
    expect([...order].sort()).toEqual((await marquee.slides.allTextContents()).sort())
    expect(passed).toEqual([...order, ...order, ...order].slice(0, 18))
    expect(complaints).toEqual([])
    await close()
  })

  test('SLD-1 stands where it is just now when it is paused or pointed at, and goes on from there', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(PAGE)
    const marquee = await slider(page, 'marquee')
    await pointAway(page)
    await eventually(() => pushed(marquee)).toBeGreaterThan(30)
    await marquee.pause.click()
    await pointAway(page)
    const at = await pushed(marquee)
    expect(await marquee.row.evaluate((row) => row.getAnimations().length)).toBe(0)
    const step = await marquee.ask(({ slidesGrid }) => slidesGrid[1]!)
    expect(at % step).toBeGreaterThan(1)
    await expectAllWell('marquee paused')
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
    expect(toward % step).toBeCloseTo(0, 0)
    expect(seconds).toBeCloseTo((3 * (toward - at)) / step, 1)
    await close()
  })
})
