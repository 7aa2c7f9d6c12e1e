import './dom-globals.ts'
import './dom-gaps.ts'
import userEvent from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { supersede } from '#controllers/support/cart-version.ts'
import { cookieJar, domWindow } from './dom-globals.ts'
import type { Shopper } from './shopper.ts'

let current: Shopper | undefined

/** Has the page's scripts, as the browser gets them; loaded once a worker, since Turbo and Stimulus start when loaded. */
const scripts = () => import('#controllers/application.ts')

/** Loads what pages fetch later, so that no test waits for Vite to transform it. */
export async function loadScripts() {
  const { LATER } = await import('#controllers/lazy-controllers.ts')
  await Promise.all([
    ...Object.values(LATER).map((load) => load()),
    import('#controllers/support/slider.ts'),
    import('@github/combobox-nav'),
  ])
}

/** Timers and the date stand still; promises, modules and Stimulus's observers go on. */
export const stopTime = (now = Date.now()) =>
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })

/** Lets a page's time pass, in milliseconds, with everything that falls due. */
export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/**
 * Shows a page of the shop in jsdom, with its real controllers; what they fetch is answered by the same shop in memory.
 * @returns the person at the page: `user` clicks and types as one would
 */
export async function openPage(shopper: Shopper, path: string) {
  const response = await shopper.visit(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const parsed = new domWindow.DOMParser().parseFromString(await response.text(), 'text/html')
  current = shopper
  // Per test, since the files of a worker share this module and each file's end undoes its stubs.
  vi.stubGlobal('fetch', fetchFromShop)
  onTestFinished(leavePage)
  domWindow.history.replaceState({}, '', path)
  supersede('0.0') // a page that is loaded anew has shown no box yet
  for (const cookie of shopper.cookies) cookieJar.setCookieSync(cookie.join('='), location.href)
  for (const part of ['head', 'body'] as const) document[part].replaceWith(document.adoptNode(parsed[part]))
  await scripts()
  await controllersConnected()
  return userEvent.setup({
    document,
    advanceTimers: (delay) => void (vi.isFakeTimers() && vi.advanceTimersByTime(delay)),
  })
}

/** Waits until every controller that the page names has connected: the rare ones are fetched first. */
export async function controllersConnected() {
  const until = process.hrtime.bigint() + 30_000_000_000n
  while (missing().length > 0) {
    if (process.hrtime.bigint() > until)
      throw new Error(
        `${missing().join(', ')}: not connected. Is it in controllers/lazy-controllers.ts or index.ts?`,
      )
    await settled()
  }
}

/** Waits until a check passes; a busy machine may take its time. Time that stands still goes on meanwhile. */
export const waitFor = <Value>(check: () => Value) => vi.waitFor(check, { timeout: 30_000 })

/** Lets everything that is under way without a timer come to its end: fetches, modules, observers. */
export async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next))
}

const missing = (): string[] =>
  [...document.querySelectorAll('[data-controller]')].flatMap((element) =>
    (element.getAttribute('data-controller') ?? '')
      .split(/\s+/)
      .filter((name) => name && name !== 'island' && !controllerOf(element, name)),
  )

const controllerOf = (element: Element, name: string) =>
  window.Stimulus?.getControllerForElementAndIdentifier(element, name)

/** A page's calls go to the shop with the browser's cookies. */
async function fetchFromShop(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  if (!current) return new Promise(() => {}) // a prefetch of a page that was left, which a browser drops
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  const headers = new Headers(init.headers as HeadersInit)
  const body =
    init.body instanceof FormData ? new URLSearchParams([...(init.body as never)] as never) : init.body
  const { method = 'GET', signal } = init
  for (const { key, value } of cookieJar.getCookiesSync(location.href)) current.cookies.set(key, value)
  headers.set('referer', location.href)
  const response = await current.send(`${url.pathname}${url.search}`, { method, headers, body: body ?? null })
  if (signal?.aborted) throw new DOMException('The page gave the call up.', 'AbortError')
  const leadsTo = response.headers.get('location')
  if (REDIRECTS.has(response.status) && leadsTo) {
    const followed = await fetchFromShop(new URL(leadsTo, url), { headers, signal: signal ?? null })
    return Object.defineProperty(followed, 'redirected', { value: true })
  }
  return Object.defineProperty(response, 'url', { value: url.href }) // where Turbo goes
}

/** Those that the shop answers a form with: each leads to a page. */
const REDIRECTS = new Set([302, 303])

/** Leaves the window as the next test expects it. */
async function leavePage() {
  vi.useRealTimers()
  document.body.replaceChildren()
  await settled()
  current = undefined
  localStorage.clear()
  sessionStorage.clear()
  cookieJar.removeAllCookiesSync()
}
