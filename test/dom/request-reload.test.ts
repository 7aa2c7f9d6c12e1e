import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage, settled } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const TERMS = '/terms'

async function open() {
  const { shopper } = await world()
  await openPage(await shopper(), TERMS)
  return countLoads()
}

/** Counts full page loads from now on: jsdom only logs them to the console. */
function countLoads() {
  let count = 0
  const log = vi.mocked(console.error)
  const complain = log.getMockImplementation()
  log.mockImplementation((...words: unknown[]) => {
    if (words.join().includes('navigation')) count += 1
    else complain?.(...words)
  })
  onTestFinished(() => void log.mockImplementation(complain ?? (() => {})))
  return () => count
}

/** Passes a response to Turbo's listeners. @returns whether the page loads in full instead */
function respond(target: Element, path: string, redirected = true) {
  const response = { url: new URL(path, location.href).href, redirected }
  const detail = { fetchResponse: { response } }
  return !target.dispatchEvent(
    new CustomEvent('turbo:before-fetch-response', { bubbles: true, cancelable: true, detail }),
  )
}

/** Simulates that Turbo has rendered a page at this URL, or the browser has loaded it. */
async function arriveAt(path: string) {
  history.replaceState({ turbo: { restorationIdentifier: 'kept' } }, '', path)
  document.documentElement.dispatchEvent(new CustomEvent('turbo:load', { bubbles: true }))
  await settled()
}

test('SHL-1 A redirect to a URL with request_reload loads the page in full, once per URL', async () => {
  const loads = await open()
  const form = document.body.appendChild(document.createElement('form'))
  expect(respond(form, '/shop?request_reload=1')).toBe(true)
  expect(loads()).toBe(1)
  expect(respond(form, '/shop?request_reload=1')).toBe(false)
  expect(loads()).toBe(1)
  expect(respond(form, '/shop?request_reload=2')).toBe(true)
  expect(loads()).toBe(2)
})

test('SHL-1 A prefetch, a response without a redirect and one without the flag load nothing', async () => {
  const loads = await open()
  const [form, link] = [document.createElement('form'), document.createElement('a')]
  document.body.append(form, link)
  expect(respond(link, '/shop?request_reload=1')).toBe(false)
  expect(respond(form, '/shop?request_reload=1', false)).toBe(false)
  expect(respond(form, '/shop?reload=1')).toBe(false)
  expect(loads()).toBe(0)
  expect(respond(form, '/shop?request_reload=1')).toBe(true) // none of these counted as the first time
})

test('SHL-1 A page at such a URL reloads once at the URL without the flag, and Turbo keeps its state', async () => {
  const loads = await open()
  await arriveAt('/shop?request_reload=1&sort=price')
  expect(location.search).toBe('?sort=price')
  expect(history.state).toEqual({ turbo: { restorationIdentifier: 'kept' } })
  expect(loads()).toBe(1)
  await arriveAt('/shop?request_reload=1&sort=price')
  expect(location.search).toBe('?sort=price')
  expect(loads()).toBe(1)
  await arriveAt('/shop?sort=price')
  expect(loads()).toBe(1)
})

test('SHL-1 Without session storage nothing reloads, to avoid a loop', async () => {
  const loads = await open()
  const blocked = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  onTestFinished(() => blocked.mockRestore())
  await arriveAt('/shop?request_reload=1')
  expect(respond(document.body, '/shop?request_reload=1')).toBe(false)
  expect(loads()).toBe(0)
})
