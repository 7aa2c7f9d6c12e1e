import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isRemembered } from '#controllers/support/browser-flags.ts'
import { cookieJar } from '../support/dom-globals.ts'
import { openPage, pass, settled, stopTime, waitFor } from '../support/dom-page.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const byWords = (selector: string, words: string | RegExp) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent = '' }) =>
    typeof words === 'string' ? textContent?.includes(words) : words.test(textContent ?? ''),
  )!
const modal = () => document.querySelector<HTMLElement>('dialog.modal[open]')
const asks = (name: string) => modal()?.querySelector(`[data-modal-name="${name}"]`) ?? null
const closeModal = () => document.querySelector<HTMLElement>('.modal__close')!
const field = (type: string) =>
  modal()!.querySelector<HTMLInputElement>(`input[type=${type}], input[name=${type}]`)!

/** What the page's scripts keep in memory until the next load; jsdom loads them only once for all pages. */
const inMemory = (() => {
  const has = vi.spyOn(Set.prototype, 'has')
  isRemembered('')
  const [flags] = has.mock.contexts as Set<string>[]
  has.mockRestore()
  return flags!
})()

/** Loads a page in full, with its scripts. */
function load(shopper: Shopper, path: string) {
  inMemory.clear()
  return openPage(shopper, path)
}

afterEach(() => inMemory.clear())

type Answer = (path: string) => Response | undefined

const noResponse = () => {
  throw new TypeError('Failed to fetch')
}

const badGateway = () =>
  new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

/** Records the page's requests from now on; `answer` may stub the shop's response. */
function recordCalls(answer: Answer = () => undefined) {
  const fromShop = fetch
  const calls: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname: path, href } = new URL(String(input), location.href)
    calls.push({ path, body: init?.body })
    const answered = answer(path)
    return answered ? Object.defineProperty(answered, 'url', { value: href }) : fromShop(input, init)
  })
  return calls
}

describe('BEH-25 email capture', () => {
  const EXAMPLE = '/behaviours/email-capture'
  const SECONDS = 10

  const leaveAt = (clientY: number) => document.dispatchEvent(new MouseEvent('mouseleave', { clientY }))
  const cookie = () => cookieJar.getCookiesSync(location.href).find(({ key }) => key === 'email_captured')

  async function openStill(path = EXAMPLE, emailSeconds: number | null = null) {
    const { shopper } = await world({ config: { captures: { postalCode: false, emailSeconds } } })
    stopTime()
    const person = await shopper()
    const user = await load(person, path)
    return { user, shopper: person, count: countRequests() }
  }

  function countRequests() {
    const calls = recordCalls()
    return () => calls.filter(({ path }) => path === '/modals/capture_email').length
  }

  /** Until it shows: the form is fetched, and Turbo renders it in the next frame. */
  async function beAsked(seconds = SECONDS) {
    await pass(seconds * 1_000)
    await waitFor(() => expect(asks('capture_email')).not.toBeNull())
    await waitFor(() =>
      expect(window.Stimulus.controllers.some(({ identifier }) => identifier === 'ask')).toBe(true),
    )
  }

  test('BEH-25 CAP-4 It asks after the set number of seconds, not before', async () => {
    const { count } = await openStill()
    await pass(SECONDS * 1_000 - 1)
    expect(count()).toBe(0)
    await pass(1)
    expect(count()).toBe(1)
    await beAsked(0)
  })

  test('BEH-25 CAP-4 It asks once when the pointer leaves through the top, not through the other sides', async () => {
    const { count } = await openStill()
    for (const clientY of [300, 1, 900]) leaveAt(clientY)
    await pass(0)
    expect(count()).toBe(0)
    leaveAt(0)
    await pass(0)
    expect(count()).toBe(1)
    await pass(3 * SECONDS * 1_000)
    expect(count()).toBe(1)
  })

  test('BEH-25 CAP-4 It asks once: after it is closed it never asks again, on any page, by timer or pointer', async () => {
    const { user, shopper, count } = await openStill(EXAMPLE, SECONDS)
    await beAsked()
    await user.click(closeModal())
    expect([count(), modal()]).toEqual([1, null])
    leaveAt(-1)
    await pass(3 * SECONDS * 1_000)
    expect([count(), modal()]).toEqual([1, null])
    for (const path of [EXAMPLE, '/shop/bison']) {
      await load(shopper, path)
      const again = countRequests()
      leaveAt(-1)
      await pass(3 * SECONDS * 1_000)
      expect({ path, count: again(), modal: modal() }).toEqual({ path, count: 0, modal: null })
    }
  })

  test('BEH-25 CAP-4 An accepted address sets the cookie and a rejected one does not; with the cookie it never asks', async () => {
    const { user, shopper } = await openStill()
    await beAsked()
    const calls = recordCalls()
    await user.type(field('email'), 'ana@example{Enter}')
    await waitFor(() => expect(modal()!.textContent).toContain('Unable to register this email'))
    expect(cookie()).toBeUndefined()
    await user.clear(field('email'))
    await user.type(field('email'), 'ana@example.com{Enter}')
    await waitFor(() =>
      expect(modal()!.textContent).toContain("Thanks for signing up! You'll hear from us soon."),
    )
    const sent = calls.filter(({ path }) => path === '/v1/capture_to_wait_list/').at(-1)?.body
    expect(sent instanceof FormData && sent.get('campaign_type')).toBe('email_capture')
    expect(cookie()).toMatchObject({ value: '1', path: '/', sameSite: 'lax', maxAge: 365 * 24 * 3_600 })

    localStorage.clear()
    await load(shopper, EXAMPLE)
    const count = countRequests()
    leaveAt(-1)
    await pass(3 * SECONDS * 1_000)
    expect(count()).toBe(0)
  })

  test('BEH-25 Submitting another form in a modal sets no cookie', async () => {
    await openStill()
    const other = document.createElement('form')
    document.body.append(other)
    other.dispatchEvent(new CustomEvent('ask:answered', { bubbles: true, detail: { ok: true } }))
    expect(cookie()).toBeUndefined()
  })

  test.each([
    ['no response', noResponse],
    ['a response from a proxy', badGateway],
  ])("BEH-25 A failure is explained in the shop's words: %s", async (_, failure) => {
    const { user } = await openStill()
    await beAsked()
    recordCalls((path) => (path === '/v1/capture_to_wait_list/' ? failure() : undefined))
    await user.type(field('email'), 'ana@example.com{Enter}')
    await waitFor(() => expect(modal()!.textContent).toContain('Unable to register this email'))
    expect(cookie()).toBeUndefined()
  })

  test('BEH-25 It waits while a modal is open or someone types, and asks after that', async () => {
    const { count } = await openStill()
    const text = document.querySelector<HTMLInputElement>('main label input')!
    text.focus()
    await pass(SECONDS * 1_000)
    leaveAt(-1)
    text.blur()
    const dialog = document.createElement('dialog')
    document.body.append(dialog)
    dialog.showModal()
    await pass(2 * SECONDS * 1_000)
    expect(count()).toBe(0)
    dialog.remove()
    await beAsked()
    expect(count()).toBe(1)
  })

  test('BEH-25 SHL-3 The timer stops when its page is left, and starts over when the page is restored', async () => {
    const { count } = await openStill()
    const capture = document.querySelector('[data-controller=email-capture]')!
    const place = capture.parentElement!
    await pass(SECONDS * 1_000 - 1)
    capture.remove()
    await settled()
    await pass(3 * SECONDS * 1_000)
    expect(count()).toBe(0)
    place.append(capture)
    await settled()
    await pass(SECONDS * 1_000 - 1)
    expect(count()).toBe(0)
    await pass(1)
    expect(count()).toBe(1)
  })

  test('BEH-25 CAP-4 A shop configured to ask does so on its listings, but not in the cart', async () => {
    const { shopper, count } = await openStill('/cart', 7)
    leaveAt(-1)
    await pass(60_000)
    expect(count()).toBe(0)
    await load(shopper, '/shop/bison')
    const onListing = countRequests()
    await pass(6_999)
    expect(onListing()).toBe(0)
    await pass(1)
    expect(onListing()).toBe(1)
    await beAsked(0)
  })
})

describe('BEH-26 postal-code capture', () => {
  const EXAMPLE = '/behaviours/postal-code-capture'
  const sendIt = () => byWords('main button', 'Send it')
  const wasSent = () => new URLSearchParams(location.search).get('sent') === 'yes'
  const place = () => document.querySelector('.place')!.textContent
  type User = Awaited<ReturnType<typeof openPage>>

  async function open(path = EXAMPLE) {
    const { shopper } = await world()
    const person = await shopper()
    return { user: await load(person, path), shopper: person }
  }

  async function beAsked(user: User, button = sendIt()) {
    await user.click(button)
    await waitFor(() => expect(asks('capture_postal_code')).not.toBeNull())
    await waitFor(() =>
      expect(window.Stimulus.controllers.some(({ identifier }) => identifier === 'ask')).toBe(true),
    )
  }

  const answer = (user: User, zip: string) => {
    const zipField = modal()!.querySelector<HTMLInputElement>('#modal_postal_code')!
    return user.clear(zipField).then(() => user.type(zipField, `${zip}{Enter}`))
  }

  test('BEH-26 CAP-1 The first form waits for a ZIP that we deliver to, and is then submitted', async () => {
    const { user } = await open()
    await beAsked(user)
    expect(wasSent()).toBe(false)
    await answer(user, '99501')
    await waitFor(() =>
      expect(modal()!.textContent).toContain("Sorry, we don't deliver to that postal code."),
    )
    expect(wasSent()).toBe(false)
    await answer(user, '98101')
    await waitFor(() => expect(wasSent()).toBe(true))
    expect(modal()).toBeNull()
    await waitFor(() => expect(place()).toContain('98101'))
  })

  test('BEH-26 CAP-1 It asks once per browser: closing it cancels that form, and the next one is submitted at once', async () => {
    const { user, shopper } = await open()
    await beAsked(user)
    await user.click(closeModal())
    expect([wasSent(), document.activeElement?.textContent]).toEqual([false, 'Send it'])
    await waitFor(() => expect(document.body.textContent).toContain("That isn't in your box yet."))
    for (const _tab of ['the same', 'another']) {
      const again = await load(shopper, EXAMPLE)
      await again.click(sendIt())
      await waitFor(() => expect(wasSent()).toBe(true))
      expect(modal()).toBeNull()
    }
  })

  test('BEH-26 Without local storage it asks once per page load', async () => {
    const { user } = await open()
    for (const method of ['getItem', 'setItem'] as const) {
      const blocked = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('refused', 'SecurityError')
      })
      onTestFinished(() => blocked.mockRestore())
    }
    await beAsked(user)
    await user.click(closeModal())
    await user.click(sendIt())
    await waitFor(() => expect(wasSent()).toBe(true))
  })

  test('BEH-26 If the modal cannot be loaded, the form is submitted', async () => {
    const { user } = await open()
    recordCalls((path) => (path.startsWith('/modals/') ? badGateway() : undefined))
    await user.click(sendIt())
    await waitFor(() => expect(wasSent()).toBe(true))
  })

  test('BEH-26 SHL-3 A page left while asking does not hold the form after it is restored', async () => {
    const { user } = await open()
    await beAsked(user)
    const held = document.querySelector('[data-controller=postal-code-capture]')!
    const parent = held.parentElement!
    held.remove()
    await settled()
    parent.append(held)
    await settled()
    await user.click(closeModal())
    await user.click(sendIt())
    await waitFor(() => expect(wasSent()).toBe(true))
  })

  test('BEH-26 Where we do not deliver, a shopper can leave an email, and the form still waits', async () => {
    const { user } = await open()
    await beAsked(user)
    await answer(user, '99501')
    await waitFor(() => expect(modal()!.textContent).toContain('Not in our delivery area yet?'))
    const details = modal()!.querySelector('details')!
    details.open = true
    const fields = [...details.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')]
    await user.type(fields.find(({ type }) => type !== 'email')!, '99501')
    await user.type(fields.find(({ type }) => type === 'email')!, 'ana@example.com{Enter}')
    await waitFor(() =>
      expect(modal()!.textContent).toContain("We'll email you when we deliver to your area."),
    )
    expect([modal() !== null, wasSent()]).toEqual([true, false])
  })

  describe('CAP-1 in a shop configured to ask', () => {
    const add = () => byWords('main button', /add to box/i)
    const inBox = () => document.querySelector('#cart_count')!.textContent

    async function openAsking(path: string) {
      const { shopper } = await world({ config: { captures: { postalCode: true, emailSeconds: null } } })
      const person = await shopper()
      return { user: await load(person, path), shopper: person }
    }

    test('CAP-1 BEH-26 The first add waits for the ZIP, and is then in the cart once', async () => {
      const { user, shopper } = await openAsking('/shop/bison')
      await user.dblClick(add())
      await waitFor(() => expect(asks('capture_postal_code')).not.toBeNull())
      expect(inBox()).toContain('0')
      await answer(user, '98101')
      await waitFor(() => expect(inBox()).toContain('1'))
      await waitFor(() => expect(document.body.textContent).toContain('to your box.'))
      expect(place()).toContain('98101')
      expect(location.pathname).toBe('/shop/bison')
      const again = await load(shopper, '/shop/pork')
      await again.click(add())
      await waitFor(() => expect(inBox()).toContain('2'))
      expect(modal()).toBeNull()
    })

    test('CAP-1 A shopper who gave the ZIP is never asked', async () => {
      const { shopper } = await openAsking('/shop/bison')
      await shopper.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
      const user = await load(shopper, '/shop/bison')
      expect(place()).toContain('98101')
      await user.click(add())
      await waitFor(() => expect(inBox()).toContain('1'))
      expect(modal()).toBeNull()
    })
  })
})
