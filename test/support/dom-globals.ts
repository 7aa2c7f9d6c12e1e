import { JSDOM } from 'jsdom'
import { vi } from 'vitest'

/** Both jsdom and Node have these; a page's listeners, forms and signals must all be jsdom's. */
const FROM_PAGE = [
  'AbortController',
  'AbortSignal',
  'CustomEvent',
  'Event',
  'EventTarget',
  'FormData',
  'navigator',
]

const dom = new JSDOM('<!doctype html><html><head></head><body></body></html>', {
  url: 'http://localhost:3000/',
  pretendToBeVisual: true,
})
const { window: page } = dom
export const { cookieJar } = dom

/** The window that all DOM tests of this worker share; controllers see it as the global window. */
export const domWindow = page

for (const name of Object.getOwnPropertyNames(page)) {
  if (name in globalThis && !FROM_PAGE.includes(name)) continue
  const get = () => Reflect.get(page, name)
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get,
    set: (value) => Reflect.set(page, name, value),
  })
}
const { addEventListener, removeEventListener, dispatchEvent, getComputedStyle } = page
Object.assign(globalThis, {
  addEventListener: addEventListener.bind(page),
  removeEventListener: removeEventListener.bind(page),
  dispatchEvent: dispatchEvent.bind(page),
  getComputedStyle: getComputedStyle.bind(page),
})

/** The page uses Node's timers and frames, so fake timers stop both. */
Object.assign(page, {
  setTimeout: (work: () => void, delay?: number) => globalThis.setTimeout(work, delay),
  clearTimeout: (timer?: number) => globalThis.clearTimeout(timer),
  setInterval: (work: () => void, delay?: number) => globalThis.setInterval(work, delay),
  clearInterval: (timer?: number) => globalThis.clearInterval(timer),
  requestAnimationFrame: (draw: FrameRequestCallback) => globalThis.setTimeout(() => draw(Date.now()), 16),
  cancelAnimationFrame: (frame: number) => globalThis.clearTimeout(frame),
  fetch: (...parts: Parameters<typeof fetch>) => globalThis.fetch(...parts),
  scrollTo: vi.fn(),
  matchMedia: (media: string) => Object.assign(new page.EventTarget(), { media, matches: false }),
})
Object.assign(globalThis, {
  requestAnimationFrame: page.requestAnimationFrame,
  cancelAnimationFrame: page.cancelAnimationFrame,
  scrollTo: page.scrollTo,
  matchMedia: page.matchMedia,
})

/**
 * The visit tracker uses XMLHttpRequest at any moment after the first page. No shop listens, and jsdom would log that
 * on the console of whichever test is running.
 */
class NoRequest {
  open() {}
  setRequestHeader() {}
  send() {}
}
Object.assign(page, { XMLHttpRequest: NoRequest })

/** jsdom has no layout, so nothing ever changes position or size. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(globalThis, { IntersectionObserver: NoObserver, ResizeObserver: NoObserver })
Object.assign(page, { IntersectionObserver: NoObserver, ResizeObserver: NoObserver })
page.Element.prototype.scrollIntoView = () => {}
page.HTMLElement.prototype.getAnimations ??= () => []
