import type { Page } from 'playwright'

/** Counts of ongoing activity in a page: whatever a visit starts must end with it. */
export type Activity = Record<string, number | Record<string, number>>

type Counting = { goingOn: Record<string, () => number | Record<string, number>> }

/** Makes every page opened from now on count its activity, from before its first script. */
export async function countActivity(page: Page) {
  await page.addInitScript(() => Object.assign(window, { goingOn: {} }))
  for (const count of [countListeners, countTimers, countObservers, countSockets]) {
    await page.addInitScript(count)
  }
}

export const activityOf = (page: Page): Promise<Activity> =>
  page.evaluate(() => {
    const { goingOn } = window as unknown as Counting
    const counts = Object.entries(goingOn).map(([name, count]) => [name, count()])
    return {
      ...Object.fromEntries(counts),
      sliders: document.querySelectorAll('.swiper-initialized').length,
    }
  })

// Each of these is serialized and runs in the page before the page's scripts.

/** By target and event, such as 'window resize'; only targets that still exist. */
function countListeners() {
  type Listener = { target: EventTarget; type: string; listener: unknown; capture: boolean }
  const listeners = new Set<Listener>()
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const isCapture = (options: unknown) =>
    typeof options === 'boolean' ? options : Boolean((options as AddEventListenerOptions | null)?.capture)
  const find = ({ target, type, listener, capture }: Listener) =>
    [...listeners].find(
      (one) =>
        one.target === target && one.type === type && one.listener === listener && one.capture === capture,
    )

  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window
    addEventListener.call(target, type, listener, options)
    const one = { target, type, listener, capture: isCapture(options) }
    const { signal, once } = typeof options === 'object' && options !== null ? options : {}
    if (!listener || signal?.aborted || find(one)) return
    listeners.add(one)
    const forget = () => listeners.delete(one)
    if (signal) addEventListener.call(signal, 'abort', forget)
    if (once) addEventListener.call(target, type, forget, { once, capture: one.capture })
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = this ?? window
    removeEventListener.call(target, type, listener, options)
    const one = find({ target, type, listener, capture: isCapture(options) })
    if (one) listeners.delete(one)
  }

  /** A node's listeners go when it leaves the page; an aborted signal's never fire again. */
  const isThere = ({ target }: Listener) => {
    if (target instanceof Node) return target.isConnected
    return !(target instanceof AbortSignal) || !target.aborted
  }
  const nameOf = ({ target, type }: Listener) => {
    if (target === document || target === document.documentElement) return `document ${type}`
    return `${target instanceof Element ? 'element' : target.constructor.name} ${type}`
  }
  const { goingOn } = window as unknown as Counting
  goingOn.listeners = () => {
    const counts: Record<string, number> = {}
    for (const name of [...listeners].filter(isThere).map(nameOf).sort())
      counts[name] = (counts[name] ?? 0) + 1
    return counts
  }
}

function countTimers() {
  const { setTimeout, clearTimeout, setInterval } = window
  const timers = new Set<number>()
  const later = (act: () => void, ms?: number) => {
    const id = setTimeout(() => {
      timers.delete(id)
      act()
    }, ms)
    timers.add(id)
    return id
  }
  const every = (act: () => void, ms?: number) => {
    const id = setInterval(act, ms)
    timers.add(id)
    return id
  }
  const clear = (id?: number) => {
    timers.delete(id ?? -1)
    clearTimeout(id) // browsers clear either kind with either function
  }
  Object.assign(window, { setTimeout: later, setInterval: every, clearTimeout: clear, clearInterval: clear })
  const { goingOn } = window as unknown as Counting
  goingOn.timers = () => timers.size
}

/** Observers with at least one target. */
function countObservers() {
  type Observe = (this: object, target: unknown, ...rest: unknown[]) => void
  const { goingOn } = window as unknown as Counting
  for (const kind of ['IntersectionObserver', 'ResizeObserver', 'MutationObserver'] as const) {
    const observed = new Map<object, Set<unknown>>()
    const prototype = window[kind].prototype as unknown as Record<string, Observe>
    const { observe, unobserve, disconnect } = prototype
    prototype.observe = function (target, ...rest) {
      observed.set(this, (observed.get(this) ?? new Set()).add(target))
      observe?.call(this, target, ...rest)
    }
    prototype.disconnect = function (target) {
      observed.delete(this)
      disconnect?.call(this, target)
    }
    if (unobserve) {
      prototype.unobserve = function (target) {
        observed.get(this)?.delete(target)
        unobserve.call(this, target)
      }
    }
    goingOn[kind] = () => [...observed.values()].filter((targets) => targets.size > 0).length
  }
}

/** Sockets that are open or connecting. */
function countSockets() {
  const sockets = new Set<WebSocket>()
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      sockets.add(this)
    }
  }
  const { goingOn } = window as unknown as Counting
  goingOn.sockets = () => [...sockets].filter(({ readyState }) => readyState <= WebSocket.OPEN).length
}
