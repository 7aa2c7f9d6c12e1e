import { describe, expect, test, vi } from 'vitest'
import { cookieJar } from '../support/dom-globals.ts'
import { openPage, pass, settled, stopTime, waitFor } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const EXAMPLES = '/behaviours/toast'
const COOKIE = 'visibility-example-of_2026'
const HOUR_MS = 3_600_000
const DAY_SECONDS = 86_400

const toast = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('.notice')].find(({ textContent }) =>
    textContent?.includes(words),
  )
const short = () => toast('goes away in two seconds')
const long = () => toast('stays a little longer')
const lasting = () => document.querySelector<HTMLElement>('aside[aria-label="Shop announcement"]')
const closeOf = (notice: HTMLElement | null | undefined) =>
  notice!.querySelector<HTMLElement>('[aria-label="Close this message"]')!

const cookieOf = (name: string) => cookieJar.getCookiesSync(location.href).find(({ key }) => key === name)

async function openStill(path = EXAMPLES) {
  const { shopper } = await world()
  stopTime()
  return { user: await openPage(await shopper(), path), shopper }
}

describe('SHL-2 toasts that close automatically', () => {
  test.each([
    ['A toast fades after 2,000 ms', short, 2_000],
    ['A toast with its own timeout fades then', long, 6_000],
  ] as const)('SHL-2 BEH-16 %s and closes 1,000 ms later', async (_, notice, shownMs) => {
    await openStill()
    await pass(shownMs - 1)
    expect(notice()?.dataset).not.toHaveProperty('leaving')
    await pass(1)
    expect(notice()?.dataset).toHaveProperty('leaving')
    await pass(999)
    expect(notice()).toBeDefined()
    await pass(1)
    expect(notice()).toBeUndefined()
  })

  test('BEH-16 A toast stays while hovered or focused, then its time starts over', async () => {
    const { user } = await openStill()
    await user.hover(short()!)
    await pass(HOUR_MS)
    expect(short()?.dataset).not.toHaveProperty('leaving')
    closeOf(short()).focus()
    await user.unhover(short()!)
    await pass(HOUR_MS)
    expect(short()?.dataset).not.toHaveProperty('leaving')
    closeOf(lasting()).focus()
    await pass(1_999)
    expect(short()?.dataset).not.toHaveProperty('leaving')
    await pass(1)
    expect(short()?.dataset).toHaveProperty('leaving')
    await user.hover(short()!)
    expect(short()?.dataset).not.toHaveProperty('leaving')
    await pass(HOUR_MS)
    expect(short()?.dataset).not.toHaveProperty('leaving')
    await user.unhover(short()!)
    await pass(2_000)
    expect(short()?.dataset).toHaveProperty('leaving')
  })

  test('BEH-16 An error stays until closed by its button or Escape', async () => {
    const { user } = await openStill('/shop')
    const refusal = () => document.querySelector<HTMLElement>('#flash .notice--danger')
    const closings = [
      () => user.click(closeOf(refusal())),
      async () => {
        closeOf(refusal()).focus()
        await user.keyboard('{Escape}')
      },
    ]
    for (const close of closings) {
      const form = document.querySelector<HTMLFormElement>('#shelf_cards form[action^="/cart/items/"]')!
      form.querySelector<HTMLInputElement>('input[name=quantity]')!.value = '9999'
      form.requestSubmit()
      await waitFor(() => expect(refusal()).not.toBeNull())
      await settled()
      await pass(HOUR_MS)
      expect(refusal()?.dataset).not.toHaveProperty('leaving')
      await close()
      expect(refusal()).toBeNull()
    }
  })
})

describe('BEH-16 a toast that stays', () => {
  test('BEH-16 SHL-2 It never closes by itself, and once closed is hidden in this browser for 365 days', async () => {
    const { user, shopper } = await openStill()
    await pass(24 * HOUR_MS)
    expect(lasting()?.dataset).not.toHaveProperty('leaving')
    expect(cookieOf(COOKIE)).toBeUndefined()
    await user.click(closeOf(lasting()))
    expect(lasting()).toBeNull()
    expect(cookieOf(COOKIE)).toMatchObject({
      value: 'hidden',
      path: '/',
      sameSite: 'lax',
      maxAge: 365 * DAY_SECONDS,
    })
    expect(await (await fetch(EXAMPLES)).text()).not.toContain('Shop announcement')
    expect(await (await (await shopper()).visit(EXAMPLES)).text()).toContain('Shop announcement')
  })

  test('SHL-3 BEH-16 A toast closed in another tab is removed from a restored page, and another cookie value keeps it', async () => {
    await openStill()
    const notice = lasting()!
    for (const [value, isShown] of [
      ['shown', true],
      ['hidden', false],
    ] as const) {
      notice.remove()
      await settled()
      cookieJar.setCookieSync(`${COOKIE}=${value}; path=/`, location.href)
      document.body.append(notice)
      await settled()
      expect({ value, isShown: notice.isConnected }).toEqual({ value, isShown })
    }
  })

  test('BEH-16 An invalid token sets no cookie', async () => {
    const { user } = await openStill()
    lasting()!.dataset.toastTokenValue = 'a=b; path=/x'
    await user.click(closeOf(lasting()))
    expect(document.cookie).not.toContain('visibility')
  })

  test("BEH-16 A toast without a message is removed and logs 'message is required'", async () => {
    await openStill()
    const logged = vi.mocked(console.error).mockImplementationOnce(() => {})
    const empty = lasting()!.cloneNode(true) as HTMLElement
    empty.id = 'empty'
    empty.querySelector('p')!.textContent = ' '
    lasting()!.after(empty)
    await settled()
    expect(logged.mock.lastCall?.map(String).join()).toContain('message is required')
    expect(document.querySelector('#empty')).toBeNull()
  })
})
