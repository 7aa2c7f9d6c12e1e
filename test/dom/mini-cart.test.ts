import { describe, expect, test } from 'vitest'
import {
  boxLink,
  cutOff,
  holdChanges,
  ITEM,
  intercept,
  isOpen,
  panel,
  quickAdd,
  recordChanges,
} from '../support/dom-cart.ts'
import { eventually, find, findAll } from '../support/dom-elements.ts'
import { openPage, pass, settled, stopTime } from '../support/dom-page.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

let shop: World
let shopper: Shopper

const EXAMPLES = '/behaviours/mini-cart'
const BY_ADDRESS = `${EXAMPLES}?minicart`

const open = async (path = EXAMPLES) => {
  shop ??= await world()
  shopper = await shop.shopper()
  return openPage(shopper, path)
}

type User = Awaited<ReturnType<typeof open>>

const closeButton = () => find('button', 'Close', panel())
const lines = () => findAll('li', '', panel())
const field = () => find<HTMLInputElement>('[type=number]', '', panel())
const told = () => find('#mini_cart_told').textContent
const isBehind = () => find('main').inert === true
const holdsFocus = () => panel().contains(document.activeElement)
const point = (type: string, at: object = {}, on: Element = panel()) =>
  on.dispatchEvent(new PointerEvent(type, { bubbles: true, ...at }))
const pressEscape = () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

/** Opens a page with fake timers, and the mini cart by its link. */
async function openStill() {
  stopTime()
  await open()
  boxLink().click()
  await eventually(() => panel().textContent).toContain('Your box is empty')
  expect(isOpen()).toBe(true)
}

/** Opens it by the URL instead, which moves no focus and leaves the page usable. */
async function openByAddress() {
  stopTime()
  const user = await open(BY_ADDRESS)
  await eventually(() => panel().textContent).toContain('Your box is empty')
  expect(isOpen()).toBe(true)
  return user
}

/** Opens a page and the mini cart with `units` lines of one unit each. */
async function openFilled(units: number): Promise<User> {
  await open()
  for (let nth = 0; nth < units; nth++)
    await shopper.call('POST', quickAdd(nth).form().action, { quantity: 1 })
  const user = await openPage(shopper, EXAMPLES)
  await user.click(boxLink())
  await eventually(() => lines().length).toBe(units)
  return user
}

/** Types a quantity and presses Enter; a browser fires `change` first. */
async function enter(user: User, quantity: string) {
  const input = field()
  await user.type(input, quantity, { initialSelectionStart: 0, initialSelectionEnd: input.value.length })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Open for 199 ms from now, and closed at 200. */
async function expectToCloseAfter200() {
  await pass(199)
  expect(isOpen()).toBe(true)
  await pass(1)
  expect(isOpen()).toBe(false)
}

test('CRT-5 its link opens it as a dialog: the page behind is inert until it closes', async () => {
  const user = await open()
  expect(find('#mini_cart').innerHTML).toBe('')
  boxLink().focus()
  await user.keyboard('{Enter}')
  expect(isOpen()).toBe(true)
  await eventually(() => panel().textContent).toContain('Your box is empty')
  expect(['role', 'aria-modal', 'aria-label'].map((name) => panel().getAttribute(name))).toEqual([
    'dialog',
    'true',
    'Your box',
  ])
  expect(isBehind()).toBe(true)
  pressEscape()
  await eventually(isOpen).toBe(false)
  expect(document.activeElement).toBe(boxLink())
  expect([isBehind(), panel().getAttribute('role')]).toEqual([false, null])
})

describe('CRT-5 closing it', () => {
  test.each([
    ['its button', () => closeButton().click()],
    ['Escape', pressEscape],
    ['a press beside it', () => point('pointerdown', {}, find('main'))],
  ])('CRT-5 200 ms after %s', async (_, dismiss) => {
    await openStill()
    dismiss()
    await expectToCloseAfter200()
  })

  test('CRT-5 a press inside does not close it', async () => {
    await openStill()
    point('pointerdown')
    await pass(1_000)
    expect(isOpen()).toBe(true)
  })

  test('CRT-5 an explicit close is final, even if the pointer then moves over it', async () => {
    await openStill()
    pressEscape()
    point('pointerenter')
    await expectToCloseAfter200()
  })

  test('CRT-5 a swipe of 75 px to the right closes it; 74 px, to the left, downward, or by mouse does not', async () => {
    await openStill()
    const swipe = (across: number, down: number, pointerType = 'touch') => {
      const finger = { pointerType, isPrimary: true, pointerId: 1 }
      point('pointerdown', { ...finger, clientX: 200, clientY: 300 })
      point('pointerup', { ...finger, clientX: 200 + across, clientY: 300 + down })
    }
    for (const [across, down] of [
      [74, 0],
      [-160, 0],
      [80, 90],
    ] as const) {
      swipe(across, down)
      await pass(1_000)
      expect(isOpen()).toBe(true)
    }
    swipe(160, 0, 'mouse')
    await pass(1_000)
    expect(isOpen()).toBe(true)
    swipe(75, 0)
    await expectToCloseAfter200()
  })
})

describe('CRT-5 opening automatically', () => {
  test('CRT-5 opens if the URL says so, and removes that parameter', async () => {
    await openByAddress()
    expect([location.pathname, location.search]).toEqual([EXAMPLES, ''])
  })

  test('CRT-5 then moves no focus, leaves the page usable, and closes 200 ms after the mouse leaves', async () => {
    await openByAddress()
    expect([holdsFocus(), isBehind()]).toEqual([false, false])
    const mouse = { pointerType: 'mouse' }
    await pass(5_000)
    expect(isOpen()).toBe(true)
    point('pointerenter', mouse)
    point('pointerleave', mouse)
    await pass(199)
    point('pointerenter', mouse)
    await pass(5_000)
    expect(isOpen()).toBe(true)
    point('pointerleave', { pointerType: 'touch' })
    await pass(5_000)
    expect(isOpen()).toBe(true)
    point('pointerleave', mouse)
    await expectToCloseAfter200()
  })

  test('CRT-5 then closes 200 ms after losing the focus', async () => {
    const user = await openByAddress()
    closeButton().focus()
    await user.tab()
    closeButton().focus()
    await pass(5_000)
    expect(isOpen()).toBe(true)
    find('a', 'By its URL').focus()
    await expectToCloseAfter200()
  })

  test('CRT-5 stays open while focused, even if the mouse leaves', async () => {
    await openByAddress()
    closeButton().focus()
    point('pointerleave', { pointerType: 'mouse' })
    await pass(5_000)
    expect(isOpen()).toBe(true)
  })

  test('CRT-5 opens with focus for the first item in the cart only; its link then still makes it a dialog', async () => {
    const user = await open()
    await user.click(quickAdd().add())
    await eventually(isOpen).toBe(true)
    await eventually(() => lines().length).toBe(1)
    await eventually(told).toContain('to your box.')
    expect(document.activeElement).toBe(panel())
    expect([isBehind(), panel().getAttribute('role')]).toEqual([false, null])
    await user.tab()
    expect(document.activeElement).toBe(closeButton())
    pressEscape()
    await eventually(isOpen).toBe(false)
    expect(document.activeElement).toBe(quickAdd().more())
    await user.click(quickAdd(1).add())
    await eventually(() => find('#flash').textContent).toContain('to your box.')
    expect(isOpen()).toBe(false)
    await user.click(boxLink())
    expect([isOpen(), panel().getAttribute('role')]).toEqual([true, 'dialog'])
  })
})

test('CRT-5 the checkout link is hidden while the cart updates, and returns 500 ms later', async () => {
  await openFilled(1)
  expect(find('.mini-cart__call .button', 'Add $26.10 to check out', panel())).toBeDefined()
  const isCounting = () => 'counting' in panel().dataset
  expect(isCounting()).toBe(false)
  const { held, release } = holdChanges()
  stopTime()
  find('button', 'One more', panel()).click()
  expect(isCounting()).toBe(true)
  await pass(5_000)
  expect(isCounting()).toBe(true)
  await eventually(() => held.length).toBe(1)
  let countedAt = 0
  const hear = (event: Event) => {
    const { pending } = (event as CustomEvent<{ pending: string[] }>).detail
    if (pending.length === 0) countedAt ||= Date.now()
  }
  addEventListener('cart:changed', hear)
  release()
  // Turbo renders in animation frames, so time has to advance.
  await eventually(async () => {
    await pass(1)
    return countedAt
  }).not.toBe(0)
  removeEventListener('cart:changed', hear)
  await pass(499 - (Date.now() - countedAt))
  expect(isCounting()).toBe(true)
  await pass(1)
  expect(isCounting()).toBe(false)
})

describe('changing the cart in it', () => {
  test('CRT-5 removing a line focuses the next one, and removing the last focuses the mini cart', async () => {
    const user = await openFilled(3)
    const nameOf = (line: Element | null | undefined) => line?.querySelector('h3')?.textContent
    const second = nameOf(lines()[1])
    find('button', 'Remove', lines()[0]).focus()
    await user.keyboard('{Enter}')
    await eventually(() => lines().length).toBe(2)
    await eventually(() => nameOf(document.activeElement?.closest('li'))).toBe(second)
    await enter(user, '0')
    await eventually(() => lines().length).toBe(1)
    await eventually(() => document.activeElement?.getAttribute('type')).toBe('number')
    find('button', 'Remove', lines()[0]).focus()
    await user.keyboard('{Enter}')
    await eventually(() => panel().textContent).toContain('Your box is empty')
    await eventually(() => document.activeElement?.id).toBe('mini_cart_panel')
  })

  test('CRT-2 a rejection shows in it, and the quantity reverts', async () => {
    const user = await openFilled(1)
    await user.click(find('button', 'One more', panel()))
    await eventually(told).toContain('Your box now has 2')
    await settled() // the response also replaces the line being edited
    const asked = recordChanges()
    field().setAttribute('max', '5000')
    await enter(user, '4999')
    await eventually(told).toContain("so we didn't change your box.")
    await eventually(() => field().value).toBe('2')
    expect(asked).toEqual(['PUT 4999'])
  })

  test('CRT-2 if the shop cannot be reached, it says so and the quantity reverts', async () => {
    const user = await openFilled(1)
    intercept(ITEM, cutOff)
    await user.click(find('button', 'One more', panel()))
    await eventually(told).toContain("We couldn't reach the shop")
    await eventually(() => field().value).toBe('1')
  })

  test('CRT-5 if its contents fail to load, it says so and loads them the next time', async () => {
    const user = await open()
    const undo = intercept(/\/mini-cart$/, cutOff)
    await user.click(boxLink())
    await eventually(told).toContain("We couldn't reach the shop")
    pressEscape()
    await eventually(isOpen).toBe(false)
    undo()
    await user.click(boxLink())
    await eventually(() => panel().textContent).toContain('Your box is empty')
    expect(told()).toBe('')
    await settled()
  })
})

test('SHL-3 Turbo caches the page with the mini cart closed and nothing inert', async () => {
  await openFilled(1)
  document.dispatchEvent(new CustomEvent('turbo:before-cache', { bubbles: true }))
  expect([isOpen(), findAll('[inert]').length, isBehind()]).toEqual([false, 0, false])
})
