import { describe, expect, test, vi } from 'vitest'
import { openPage, pass, stopTime, waitFor } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

async function open(path: string) {
  const { shopper } = await world()
  return openPage(await shopper(), path)
}

/** Records page requests from now on; those at `held` wait for `letGo`. */
function recordPages(held = '') {
  const fromShop = fetch
  const asked: string[] = []
  let letGo = () => {}
  const until = new Promise<void>((resolve) => {
    letGo = resolve
  })
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(String(input), location.href)
    asked.push(pathname + search)
    if (pathname === held) await until
    return fromShop(input, init)
  })
  return { asked, letGo: () => letGo() }
}

describe('SHL-1 visits', () => {
  test('SHL-1 A progress bar appears after 500 ms and disappears once the page has loaded', async () => {
    stopTime()
    const user = await open('/cart')
    const { asked, letGo } = recordPages('/terms')
    const bar = () => document.querySelector('.turbo-progress-bar')
    await user.click(document.querySelector<HTMLElement>('footer a[href="/terms"]')!)
    expect(asked).toEqual(['/terms'])
    await pass(499)
    expect(bar()).toBeNull()
    await pass(1)
    expect(bar()).not.toBeNull()
    letGo()
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Terms of service'))
    expect(location.pathname).toBe('/terms')
    await pass(1_000)
    expect(bar()).toBeNull()
  })
})

describe('SHL-1 the menu under 1024 px', () => {
  /** Opens the menu, since jsdom has no popovers, and counts how often it closes. */
  async function openMenu() {
    await open('/cart')
    const menu = document.getElementById('site_nav')!
    const closed = vi.fn()
    const matches = menu.matches.bind(menu)
    vi.spyOn(menu, 'matches').mockImplementation(
      (selector: string) => selector === ':popover-open' || matches(selector),
    )
    menu.hidePopover = closed
    return { menu, closed }
  }

  type Finger = { pointerId?: number; pointerType?: string; isPrimary?: boolean }

  function touch(target: Element, type: string, x: number, y: number, finger: Finger = {}) {
    const event = new MouseEvent(type, { bubbles: true, clientX: 200 + x, clientY: 600 + y })
    target.dispatchEvent(
      Object.assign(event, { pointerId: 1, pointerType: 'touch', isPrimary: true, ...finger }),
    )
  }

  function swipe(target: Element, across: number, down = 0, finger: Finger = {}) {
    touch(target, 'pointerdown', 0, 0, finger)
    touch(target, 'pointerup', across, down, finger)
  }

  test('SHL-1 Closes on a left swipe of at least 75 px', async () => {
    const { menu, closed } = await openMenu()
    swipe(menu, -74)
    expect(closed).not.toHaveBeenCalled()
    swipe(menu, -75)
    expect(closed).toHaveBeenCalledTimes(1)
    document.body.append(menu)
    await waitFor(() =>
      expect(window.Stimulus.getControllerForElementAndIdentifier(menu, 'site-nav')).not.toBeNull(),
    )
    swipe(menu, -75)
    expect(closed).toHaveBeenCalledTimes(2)
  })

  test('SHL-1 Ignores right swipes, mostly vertical ones, the mouse and a second finger', async () => {
    const { menu, closed } = await openMenu()
    swipe(menu, 150)
    swipe(menu, -80, -200)
    swipe(menu, -80, 80)
    swipe(menu, -150, 0, { pointerType: 'mouse' })
    swipe(menu, -150, 0, { isPrimary: false })
    touch(menu, 'pointerdown', 0, 0)
    touch(menu, 'pointercancel', -80, 0)
    touch(menu, 'pointerup', -150, 0)
    touch(menu, 'pointerdown', 0, 0)
    touch(menu, 'pointerup', -150, 0, { pointerId: 2 })
    expect(closed).not.toHaveBeenCalled()
  })
})
