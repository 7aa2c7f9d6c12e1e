import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { delayRequest } from '../../support/delay-request.ts'
import { openShop } from '../../support/open-shop.ts'
import { eventually, stopClock } from '../../support/page-clock.ts'
import { openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'
import { slider } from './sliding.ts'

const { visit } = openShop('slider-turbo')

const PAGE = '/behaviours/slider'

/** Scrolls to every slider on the page, so that all are initialized. */
async function seeAll(page: Page) {
  for (const id of ['banner', 'single_banner', 'cards', 'few_cards', 'nav', 'marquee', 'plain', 'pushed']) {
    await slider(page, id)
  }
  for (const id of ['bullets', 'turning', 'several', 'one']) await slider(page, id)
}

/** The slider elements in a page's HTML, minus what may persist: a row's position and what was loaded. */
const slidersIn = (page: Page, html: string) =>
  page.evaluate((text) => {
    const STAYS = ['data-slider-at-value', 'data-slider-stopped-value', 'loading']
    const { body } = new DOMParser().parseFromString(text, 'text/html')
    return [...body.querySelectorAll('.slider, .slider *')].map(
      ({ tagName, attributes, childElementCount }) => {
        const written = [...attributes].filter(({ name }) => !STAYS.includes(name))
        return [
          tagName,
          childElementCount,
          ...written.map(({ name, value }) => `${name}="${value}"`).sort(),
        ].join(' ')
      },
    )
  }, html)

/** Follows a link away, then goes back with the browser's back button. */
async function goAndComeBack(page: Page) {
  await page.getByRole('link', { name: 'All behaviors' }).click()
  await page.waitForURL(/\/behaviours$/)
  await page.getByRole('heading', { name: 'Behaviors', exact: true }).waitFor()
  await page.goBack()
  await page.waitForURL(/\/behaviours\/slider$/)
}

type Counting = { waiting: Set<number> }

/** Tracks the pending timers that last as long as a slide is shown. */
function countTimers() {
  const waiting = new Set<number>()
  Object.assign(window, { waiting })
  const { setTimeout, clearTimeout } = window
  window.setTimeout = ((act: () => void, ms = 0) => {
    const timer: number = setTimeout.call(
      window,
      () => {
        waiting.delete(timer)
        act()
      },
      ms,
    ) as unknown as number
    if (ms === 5_000) waiting.add(timer)
    return timer
  }) as typeof window.setTimeout
  window.clearTimeout = (timer) => {
    waiting.delete(timer as number)
    clearTimeout.call(window, timer)
  }
}

/** The number of document listeners by event type. */
async function listeners(page: Page): Promise<unknown> {
  const inspector = await page.context().newCDPSession(page)
  const { result } = await inspector.send('Runtime.evaluate', {
    expression:
      'Object.fromEntries(Object.entries(getEventListeners(document)).map(([type, all]) => [type, all.length]))',
    includeCommandLineAPI: true,
    returnByValue: true,
  })
  await inspector.detach()
  return result.value
}

/** Morphs an example as a server stream would, replacing `old→new` in its HTML. */
const morph = (page: Page, target: string, change: (html: string) => string = (html) => html) =>
  page.evaluate(
    async ({ address, id, changes }) => {
      const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html')
      const html = page.getElementById(id)!.outerHTML.replaceAll(...(changes as [string, string]))
      document.body.insertAdjacentHTML(
        'beforeend',
        `<turbo-stream action="replace" method="morph" target="${id}"><template>${html}</template></turbo-stream>`,
      )
    },
    { address: PAGE, id: target, changes: change('').split('→') },
  )

describe('SHL-3 going back and forth', () => {
  test('SHL-3 Turbo caches the sliders as the server sent them', async () => {
    const { page, complaints, close } = await visit({ viewport: { width: 700, height: 800 } })
    await page.goto(PAGE)
    const sent = await slidersIn(page, await (await page.request.get(PAGE)).text())
    await seeAll(page)
    await slider(page, 'strip')
    for (const id of ['banner', 'cards', 'turning', 'several']) await (await slider(page, id)).onward.click()
    await (await slider(page, 'marquee')).pause.click()
    await (await slider(page, 'bullets')).bullets.nth(3).click()
    const kept = page.evaluate(
      () =>
        new Promise<string>((tell) => {
          addEventListener('turbo:before-cache', () => tell(document.body.outerHTML), { once: true })
        }),
    )
    await page.getByRole('link', { name: 'All behaviors' }).click()
    expect(await slidersIn(page, await kept)).toEqual(sent)
    expect(complaints).toEqual([])
    await close()
  })

  test('SHL-3 After several visits and morphs one press is one move, one interval is one turn, and rows keep their position', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.clock.install()
    await page.goto(PAGE)
    for (let times = 0; times < 3; times++) {
      await slider(page, 'banner')
      await goAndComeBack(page)
    }
    const cards = await slider(page, 'cards')
    await cards.onward.click()
    expect(await cards.first()).toBe('Card 5')
    await morph(page, 'cards', () => 'Card 6→Card six')
    await page.getByRole('link', { name: 'Card six' }).waitFor()
    await slider(page, 'cards')
    expect(await cards.first()).toBe('Card 5')
    expect(await cards.shown()).toBe(4.25)

    const banner = await slider(page, 'banner')
    expect(await banner.slides.count()).toBe(3)
    await banner.pause.click()
    await banner.around.getByRole('button', { name: '2 of 3: Three sheets' }).click()
    await morph(page, 'banner', () => 'Sheet 3→Sheet three')
    await page.getByText('Sheet three').first().waitFor({ state: 'attached' })
    await slider(page, 'banner')
    expect(await banner.first()).toContain('Sheet 2')
    expect(await banner.pause.getAttribute('aria-pressed')).toBe('true')
    await banner.onward.click()
    expect(await banner.first()).toContain('Sheet three')
    await expectAllWell('restored and morphed')

    await banner.pause.click()
    await page.mouse.move(0, 0)
    await stopClock(page)
    await banner.pause.focus()
    await page.getByRole('link', { name: 'All behaviors' }).focus()
    const turned = await banner.ask(({ realIndex }) => realIndex)
    for (const turns of [1, 2]) {
      await page.clock.runFor(5_000)
      expect(await banner.ask(({ realIndex }) => realIndex)).toBe((turned + turns) % 3)
      await banner.first()
    }
    await close()
  })

  test('SHL-3 A slider that has left the page leaves no listener or timer behind', async () => {
    const { page, complaints, close } = await visit()
    await page.addInitScript(countTimers)
    await page.goto('/behaviours')
    const listening = await listeners(page)
    for (let times = 0; times < 2; times++) {
      await page.getByRole('link', { name: 'Sliders' }).click()
      await seeAll(page)
      expect(await listeners(page)).not.toEqual(listening)
      await page.getByRole('link', { name: 'All behaviors' }).click()
      await page.getByRole('heading', { name: 'Behaviors', exact: true }).waitFor()
      await eventually(() => listeners(page)).toEqual(listening)
      await eventually(() => page.evaluate(() => (window as unknown as Counting).waiting.size)).toBe(0)
    }
    expect(complaints).toEqual([])
    await close()
  })

  test("SHL-3 A row's position and a pause outlast a visit, a preview doesn't move, and a new hash stops nothing", async () => {
    const { page, complaints, close } = await visit()
    await page.goto(PAGE)
    await (await slider(page, 'banner')).pause.click()
    const cards = await slider(page, 'cards')
    await cards.onward.click()
    expect(await cards.first()).toBe('Card 5')
    await goAndComeBack(page)
    expect(await (await slider(page, 'cards')).first()).toBe('Card 5')
    expect(await (await slider(page, 'banner')).pause.getAttribute('aria-pressed')).toBe('true')

    await page.getByRole('link', { name: 'All behaviors' }).click()
    await page.waitForURL(/\/behaviours$/)
    await page.getByRole('heading', { name: 'Behaviors', exact: true }).waitFor()
    const release = await delayRequest(page, `**${PAGE}`)
    await page.getByRole('link', { name: 'Sliders' }).click()
    await page.locator('html[data-turbo-preview] #banner').waitFor()
    expect(await page.locator('.swiper-initialized').count()).toBe(0)
    release()
    await page.locator('html:not([data-turbo-preview]) #banner').waitFor()
    const banner = await slider(page, 'banner')

    await page.evaluate(async () => {
      const kept = new Promise((tell) => addEventListener('turbo:before-cache', tell, { once: true }))
      location.hash = 'cards'
      await kept
    })
    await slider(page, 'banner')
    await banner.onward.click()
    expect(await banner.first()).toContain('Sheet 2')

    const fresh = await slider(page, 'cards')
    await fresh.slides.first().evaluate((card) => card.replaceWith(card.cloneNode(true)))
    const few = await slider(page, 'few_cards')
    expect(await few.onward.isVisible()).toBe(false)
    await few.slides.last().evaluate((card) => {
      for (let more = 0; more < 3; more++) {
        const copy = card.cloneNode(true) as HTMLElement
        copy.removeAttribute('style')
        card.after(copy)
      }
    })
    await few.onward.waitFor()
    expect(await few.shown()).toBe(4.25)
    expect(await few.slides.last().evaluate((card) => (card as HTMLElement).style.width)).not.toBe('')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('SPD-2 layout shift', () => {
  test.each(Object.entries(SCREENS))(
    'SPD-2 Nothing on the home page shifts when its sliders start, on a %s',
    async (_, viewport) => {
      const { page, complaints, close } = await visit({ viewport })
      await openAndWait(page, '/')
      await page.evaluate(() => {
        const told = { moved: 0 }
        Object.assign(window, { told })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number }[]) told.moved += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      // On a laptop, the first-box strip is a grid.
      const isGrid = viewport.width >= SCREENS.laptop.width
      for (const one of await page.locator(isGrid ? '.slider:not(.slider--strip)' : '.slider').all()) {
        await one.scrollIntoViewIfNeeded()
        await one.locator('.swiper-initialized').waitFor()
      }
      expect(
        await page.evaluate(() => (window as unknown as { told: { moved: number } }).told.moved),
      ).toBeLessThan(0.02)
      expect(complaints).toEqual([])
      await close()
    },
  )
})
