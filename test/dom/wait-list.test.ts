import '../support/dom-gaps.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { eventually, field, find } from '../support/dom-elements.ts'
import { openPage, settled } from '../support/dom-page.ts'
import { type World, world } from '../support/world.ts'

let shop: Promise<World> | undefined

const open = async (path: string) => {
  shop ??= world()
  return openPage(await (await shop).shopper(), path)
}

const EXAMPLES = '/behaviours/wait-list'
const CALL = '/v1/add_to_wait_list_modal/'
const link = () => find<HTMLAnchorElement>('main a', /^Tell me when it's back/)
const modal = () => find<HTMLDialogElement>('dialog')

/** @returns the wait list's events from now on, by name, with their details */
function listen(): [string, unknown][] {
  const announced: [string, unknown][] = []
  const hear = (event: Event) => announced.push([event.type, (event as CustomEvent).detail])
  for (const name of ['add-to-wait-list', 'add-to-wait-list-failure']) {
    addEventListener(name, hear)
    onTestFinished(() => removeEventListener(name, hear))
  }
  return announced
}

/** Stubs the page's requests for the modal with `answer`. @returns the requested URLs */
function answerCall(answer: (toShop: () => Promise<Response>) => Promise<Response>): string[] {
  const asked: string[] = []
  const askShop = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).includes(CALL)) return askShop(input, init)
    asked.push(String(input))
    return answer(() => askShop(input, init))
  })
  return asked
}

describe('BEH-17 the modal', () => {
  test.each([
    ['a card', '/search?q=demo+sold+out'],
    ['a weight', '/products/demo-sold-out'],
  ])('BEH-17 CAP-8 opens from %s, takes the email address, and confirms', async (_, path) => {
    const user = await open(path)
    const announced = listen()
    link().focus()
    await user.keyboard('{Enter}')
    await eventually(() => modal().open).toBe(true)
    expect(modal().textContent).toContain('is sold out')
    await user.type(find('#modal_wait_list_email'), 'ana@example.com{Enter}')
    await eventually(() => modal().textContent).toContain("We'll email you when")
    expect(find('form', '', modal()).hidden).toBe(true)
    expect(document.activeElement?.textContent).toContain('is back in stock.')
    expect(announced).toEqual([
      [
        'add-to-wait-list',
        expect.objectContaining({ url_handle: 'demo-sold-out', price: expect.any(Number) }),
      ],
    ])
    expect(`${location.pathname}${location.search}`).toBe(path)
  })

  test('BEH-17 marks its link as busy while loading and is requested once', async () => {
    const user = await open(EXAMPLES)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked = answerCall(async (toShop) => {
      await held
      return toShop()
    })
    await user.click(link())
    expect(link().getAttribute('aria-busy')).toBe('true')
    await user.click(link())
    expect(modal().open).toBe(false)
    release()
    await eventually(() => modal().open).toBe(true)
    expect([asked.length, link().getAttribute('aria-busy')]).toEqual([1, null])
  })

  test('BEH-17 marks an email address that the shop rejects, and lets the shopper correct it', async () => {
    const user = await open(EXAMPLES)
    await user.click(link())
    await eventually(() => modal().open).toBe(true)
    const email = field('Email', modal())
    await user.type(email, 'ana@example{Enter}')
    await eventually(() => modal().textContent).toContain('Unable to register this email')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    await user.type(email, '.com{Enter}')
    await eventually(() => modal().textContent).toContain("We'll email you when")
  })
})

describe('BEH-17 a failed request', () => {
  test('BEH-17 for an unknown cut dispatches an event and goes to the full page', async () => {
    const user = await open(EXAMPLES)
    const announced = listen()
    await user.click(find('main a', 'One that fails'))
    await eventually(() => location.pathname).toBe('/join_wait_list/unknown')
    expect(announced).toEqual([['add-to-wait-list-failure', { url: `${CALL}unknown` }]])
  })

  test.each([
    ['refused', () => Promise.resolve(Response.json({ error: 'x' }, { status: 500 }))],
    ['cut off', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['not JSON', () => Promise.resolve(new Response('<p>', { headers: { 'content-type': 'text/html' } }))],
  ])('BEH-17 that is %s dispatches an event, and the full page asks instead', async (_, answer) => {
    const user = await open('/products/demo-sold-out')
    const announced = listen()
    answerCall(answer)
    await user.click(link())
    await eventually(() => location.pathname).toMatch(/^\/join_wait_list\/./)
    await eventually(() => document.querySelector('main form button')?.textContent).toContain(
      "Tell me when it's back",
    )
    expect(announced.map(([name]) => name)).toEqual(['add-to-wait-list-failure'])
  })
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
  'BEH-17 a click with the %s is left to the browser',
  async (key) => {
    await open(EXAMPLES)
    const asked = answerCall((toShop) => toShop())
    let isLeft = false
    const follow = (event: Event) => {
      isLeft = !event.defaultPrevented
      event.preventDefault() // jsdom cannot navigate
    }
    addEventListener('click', follow)
    onTestFinished(() => removeEventListener('click', follow))
    link().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }))
    await settled()
    expect([isLeft, asked, modal().open]).toEqual([true, [], false])
    expect(link().pathname).toMatch(/^\/join_wait_list\/./)
  },
)
