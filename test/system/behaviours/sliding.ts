import type { Locator, Page } from 'playwright'
import type { Swiper } from 'swiper/types'
import { expect } from 'vitest'

/** An example on the slider page, scrolled into view and initialized. */
export async function slider(page: Page, id: string) {
  await page.waitForFunction(() => !document.querySelector('html[aria-busy], html[data-turbo-preview]'))
  const around = page.locator(`#${id}`)
  const view = around.locator('.slider__window')
  // Instantly: on a page that's still scrolling, the pointer would miss it.
  await around.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await around.locator('.slider__window.swiper-initialized').waitFor()
  return {
    around,
    view,
    row: view.locator('> *'),
    slides: view.locator('> * > *'),
    back: around.locator('[data-slider-target="back"]'),
    onward: around.locator('[data-slider-target="onward"]'),
    pause: around.locator('[data-slider-target="pause"]'),
    bullets: around.locator('[data-slider-target="bullet"]'),
    shown: () => shown(view),
    first: () => first(view),
    /** Queries the running Swiper instance. */
    ask: <Answer>(question: (swiper: Swiper) => Answer) => ask(view, question),
  }
}

export type SliderOnPage = Awaited<ReturnType<typeof slider>>

/**
 * Waits until the slider knows its size: Swiper gets it in the next frame, then snaps the row to a slide's edge.
 * Observers added later are notified later.
 */
export const measured = ({ view }: SliderOnPage) =>
  view.evaluate(async (window) => {
    await document.fonts.ready
    await new Promise((told) => new ResizeObserver(() => requestAnimationFrame(told)).observe(window))
  })

/** How many slides fit, to the hundredth. */
const shown = (view: Locator) =>
  view.evaluate((window) => {
    const { paddingLeft, paddingRight } = getComputedStyle(window)
    const room = window.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const [one, two] = [...window.firstElementChild!.children].map((slide) => slide.getBoundingClientRect())
    const step = two!.left - one!.left
    return Math.round(((room + step - one!.width) / step) * 100) / 100
  })

/** The text of the first fully visible slide once the row has stopped; its transitions are finished at once. */
async function first(view: Locator): Promise<string> {
  await view.evaluate(async (window) => {
    const row = window.firstElementChild!
    const finish = async (animation: Animation) => {
      animation.finish()
      await animation.finished.catch(() => null)
    }
    for (let before = Number.NaN, now = 0; before !== now; ) {
      before = now
      await Promise.all(row.getAnimations().map(finish))
      now = row.getBoundingClientRect().left
    }
  })
  // Swiper notices the end a frame later, and only then starts its next interval.
  await expect.poll(() => view.evaluate((window) => (window as Slid).swiper?.animating ?? false)).toBe(false)
  return view.evaluate((window) => {
    const { left } = window.getBoundingClientRect()
    const slides = [...window.firstElementChild!.children]
      .map((slide) => ({ slide, at: slide.getBoundingClientRect().left - left }))
      .filter(({ at }) => at > -1)
      .sort((one, other) => one.at - other.at)
    return slides[0]!.slide.textContent!.trim()
  })
}

async function ask<Answer>(view: Locator, question: (swiper: Swiper) => Answer) {
  const running = await view.evaluateHandle((window) => (window as Slid).swiper!)
  return running.evaluate(question)
}

type Slid = Element & { swiper?: Swiper }

/** The row's current offset to the left, in pixels. */
export const pushed = ({ row }: SliderOnPage) =>
  row.evaluate((element) => -new DOMMatrix(getComputedStyle(element).transform).m41 || 0)

/** Presses the mouse in the middle of a slider and drags left by these steps, in pixels. */
export async function drag(page: Page, { view }: SliderOnPage, steps: number[]) {
  const { x, y, width, height } = (await view.boundingBox())!
  let at = x + width / 2
  await page.mouse.move(at, y + height / 2)
  await page.mouse.down()
  for (const step of steps) {
    at -= step
    await page.mouse.move(at, y + height / 2)
  }
}

/** Touches the middle of a slider, drags left by these steps, in pixels, and lifts. */
export async function swipe(page: Page, { view }: SliderOnPage, steps: number[]) {
  const hand = await page.context().newCDPSession(page)
  const { x, y, width, height } = (await view.boundingBox())!
  let at = x + width / 2
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: at, y: y + height / 2 }],
    })
  await touch('touchStart')
  for (const step of steps) {
    at -= step
    await touch('touchMove')
  }
  await touch('touchEnd')
}
