import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage, pass, stopTime } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

type Page = Window & { __attentive?: { trigger?: () => void }; dataLayer?: { event?: string }[] }
const page = () => window as Page

const button = () => document.querySelector<HTMLButtonElement>('[data-text-offer]')
const isShown = () => button()?.closest('[hidden]') === null
const status = () => document.querySelector('[data-text-offer-target="words"]')?.textContent

/** What the page counts goes nowhere: jsdom would send it to a real server. */
class SilentRequest {
  open() {}
  setRequestHeader() {}
  send() {}
}

/** A shop that has the offer, for somebody who said yes to other companies' scripts. */
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

test('ANA-4 the button shows within 100 ms of its script, and not before', async () => {
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

test('ANA-4 a press waits for the offer 20 times 500 ms, opens it once, and says when it gives up', async () => {
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

test('ANA-4 a script that is missing after 5 s is reported once, one that came is not', async () => {
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
