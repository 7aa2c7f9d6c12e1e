import './dom-globals.ts'
import './dom-gaps.ts'
import userEvent from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { supersede } from '#controllers/support/cart-version.ts'
import { cookieJar, domWindow } from './dom-globals.ts'
import type { Shopper } from './shopper.ts'

let current: Shopper | undefined

/** The page's scripts, as the browser gets them; loaded once per worker, since Turbo and Stimulus start on import. */
const scripts = () => import('#controllers/application.ts')

/** Loads what pages load lazily, so that no test waits for Vite to transform it. */
export async function loadScripts() {
  const { LATER } = await import('#controllers/lazy-controllers.ts')
  await Promise.all([
    ...Object.values(LATER).map((load) => load()),
    import('#controllers/support/slider.ts'),
    import('@github/combobox-nav'),
  ])
}

/** Stops timers and the date; promises, modules and Stimulus's observers keep running. */
export const stopTime = (now = Date.now()) =>
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })

/** Advances the page's clock by this many milliseconds and runs everything due. */
export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/**
 * Opens a shop page in jsdom with its real controllers; the same shop, in memory, handles its fetches.
 * @returns the `user` at the page, who clicks and types like a person
 */
export async function openPage(shopper: Shopper, path: string) {
  const response = await shopper.visit(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const parsed = new domWindow.DOMParser().parseFromString(await response.text(), 'text/html')
  current = shopper
  // Per test: a worker's files share this module, and the end of each file undoes its stubs.
  vi.stubGlobal('fetch', fetchFromShop)
  onTestFinished(leavePage)
  domWindow.history.replaceState({}, '', path)
  supersede('0.0') // a newly loaded page has shown no cart yet
  for (const cookie of shopper.cookies) cookieJar.setCookieSync(cookie.join('='), location.href)
  for (const part of ['head', 'body'] as const) document[part].replaceWith(document.adoptNode(parsed[part]))
  await scripts()
  await controllersConnected()
  return userEvent.setup({
    document,
    advanceTimers: (delay) => void (vi.isFakeTimers() && vi.advanceTimersByTime(delay)),
  })
}

/** Waits until every controller on the page has connected; rare ones are loaded lazily. */
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

/** Waits until a check passes, with time for a busy machine. Advances a stopped clock meanwhile. */
export const waitFor = <Value>(check: () => Value) => vi.waitFor(check, { timeout: 30_000 })

/** Lets everything pending that needs no timer finish: fetches, modules, observers. */
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

/** Sends the page's calls to the shop with the browser's cookies. */
async function fetchFromShop(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  if (!current) return new Promise(() => {}) // a prefetch from a page that was left, which a browser drops
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
  return Object.defineProperty(response, 'url', { value: url.href }) // where Turbo navigates
}

/** The shop's redirects after a form; each leads to a page. */
const REDIRECTS = new Set([302, 303])

/** Resets the window for the next test. */
async function leavePage() {
  vi.useRealTimers()
  document.body.replaceChildren()
  await settled()
  current = undefined
  localStorage.clear()
  sessionStorage.clear()
  cookieJar.removeAllCookiesSync()
}
