import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage, pass, stopTime } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

type Page = Window & { __attentive?: { trigger?: () => void }; dataLayer?: { event?: string }[] }
const page = () => window as Page

const button = () => document.querySelector<HTMLButtonElement>('[data-text-offer]')
const isShown = () => button()?.closest('[hidden]') === null
const status = () => document.querySelector('[data-text-offer-target="words"]')?.textContent

/** Drops the page's analytics: jsdom would send them to a real server. */
class SilentRequest {
  open() {}
  setRequestHeader() {}
  send() {}
}

/** A shop with the offer, for a visitor with this privacy choice. */
async function openShop(choice = 'yes', attentive: string | null = 'pasture') {
  const shop = await world({
    config: { otherScripts: attentive ? { attentive } : { tagManager: 'GTM-ABC1234' } },
  })
  const shopper = await shop.shopper({ privacy_choice: choice })
  stopTime()
  vi.stubGlobal('XMLHttpRequest', SilentRequest)
  onTestFinished(() => {
    delete page().__attentive
    delete page().dataLayer
  })
  return openPage(shopper, '/shop')
}

test('ANA-4 the button appears within 100 ms of its script loading, not earlier', async () => {
  await openShop()
  expect(button()).not.toBeNull()
  await pass(4_900)
  expect(isShown()).toBe(false)
  page().__attentive = {}
  await pass(99)
  expect(isShown()).toBe(false)
  await pass(1)
  expect(isShown()).toBe(true)
})

test('ANA-4 a press polls for the offer 20 times every 500 ms, opens it once, and says when it gives up', async () => {
  const user = await openShop()
  const trigger = vi.fn()
  page().__attentive = {}
  await pass(100)
  await user.click(button()!)
  await user.click(button()!)
  await pass(9_000)
  page().__attentive = { trigger }
  await pass(500)
  expect(trigger).toHaveBeenCalledTimes(1)
  expect(status()).toBe('')

  page().__attentive = {}
  await user.click(button()!)
  await pass(9_999)
  expect(status()).toBe('')
  await pass(1)
  expect(status()).toContain('try again')
  page().__attentive = { trigger }
  await pass(5_000)
  expect(trigger).toHaveBeenCalledTimes(1)
  await user.click(button()!)
  expect(trigger).toHaveBeenCalledTimes(2)
  expect(status()).toBe('')
})

test('ANA-4 a script missing after 5 s is reported once, and a loaded one is not', async () => {
  await openShop('no')
  const { watchAttentive } = await import('#controllers/measuring/attentive.ts') // needs the page's globals
  const failures = () =>
    (page().dataLayer ?? []).filter(({ event }) => event === 'attentive-script-failure').length
  watchAttentive()
  await pass(4_999)
  expect(failures()).toBe(0)
  await pass(1)
  expect(failures()).toBe(1)
  watchAttentive()
  page().__attentive = {}
  await pass(60_000)
  expect(failures()).toBe(1)
})

test.each([
  ['after a no', 'no', 'pasture'],
  ['where it is not configured', 'yes', null],
])('ANA-4 there is no button %s', async (_, choice, attentive) => {
  await openShop(choice, attentive)
  expect(button()).toBeNull()
})
