import { JSDOM } from 'jsdom'
import { vi } from 'vitest'

/** What jsdom makes and Node has too: a listener, a form and a signal of a page must all be jsdom's. */
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

/** The window of every DOM test of this worker: controllers find it where they find a browser's. */
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

/** A page's timers and frames are Node's, so that fake ones stop both. */
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
 * The client that counts visits calls by this, at any moment after the first page: to no shop, since none listens, and
 * jsdom would complain of that on the console of whichever test is running.
 */
class NoRequest {
  open() {}
  setRequestHeader() {}
  send() {}
}
Object.assign(page, { XMLHttpRequest: NoRequest })

/** jsdom has no layout: nothing is ever seen to change its place or size. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(globalThis, { IntersectionObserver: NoObserver, ResizeObserver: NoObserver })
Object.assign(page, { IntersectionObserver: NoObserver, ResizeObserver: NoObserver })
page.Element.prototype.scrollIntoView = () => {}
page.HTMLElement.prototype.getAnimations ??= () => []
