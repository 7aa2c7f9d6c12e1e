import { describe, expect, test } from 'vitest'
import {
  boxLink,
  count,
  holdChanges,
  ITEM,
  intercept,
  isShown,
  panel,
  quickAdd,
  recordChanges,
} from '../support/dom-cart.ts'
import { eventually, find, findAll } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

let shop: World
let shopper: Shopper

const EXAMPLES = '/behaviours/quantity-selector'

const open = async (path = EXAMPLES) => {
  shop ??= await world()
  shopper = await shop.shopper()
  return openPage(shopper, path)
}

type User = Awaited<ReturnType<typeof open>>

/** A standalone quantity with its buttons. */
function alone(name: string) {
  const input = find<HTMLInputElement>('main input', name)
  const form = input.form!
  return {
    input,
    more: find('button', 'One more', form),
    less: find('button', 'One less', form),
    amount: () => input.value,
  }
}

const usual = () => alone('Quantity, default bounds')
const bounded = () => alone('Quantity, from two to six')

async function type(user: User, input: HTMLInputElement, text: string) {
  await user.type(input, text, { initialSelectionStart: 0, initialSelectionEnd: input.value.length })
  await user.tab()
}

describe('BEH-10 a standalone quantity', () => {
  test('BEH-10 starts at its minimum, 1, and goes up to 100', async () => {
    const user = await open()
    const { amount, more, less, input } = usual()
    expect(amount()).toBe('1')
    await user.click(less)
    expect(amount()).toBe('1')
    await user.click(more)
    expect(amount()).toBe('2')
    await type(user, input, '100')
    expect(amount()).toBe('100')
    await user.click(more)
    expect(amount()).toBe('100')
    await type(user, input, '101')
    expect(amount()).toBe('100')
  })

  test('BEH-10 with limits of two and six, any other input reverts to the previous quantity', async () => {
    const user = await open()
    const { amount, input } = bounded()
    for (const text of ['7', '1', '0', '2.5', '-3', '1e1']) {
      await type(user, input, text)
      expect([text, amount()]).toEqual([text, '3'])
      expect(findAll('[role=alert]').map((note) => note.textContent)).toContain('Please enter 2 to 6.')
    }
    await type(user, input, '4')
    expect(findAll('.quantity__note')).toEqual([])
  })

  test('BEH-10 the buttons stop at the limits; an empty field becomes the minimum, but only on blur', async () => {
    const user = await open()
    const { amount, more, less, input } = bounded()
    for (let presses = 0; presses < 5; presses++) await user.click(more)
    expect(amount()).toBe('6')
    for (let presses = 0; presses < 6; presses++) await user.click(less)
    expect(amount()).toBe('2')
    await type(user, input, '5')
    await user.clear(input)
    expect(amount()).toBe('')
    await user.tab()
    expect(amount()).toBe('2')
  })
})

test('CRT-3 CRT-1 adding posts and replaces the button with the quantity, a change puts, and zero deletes', async () => {
  const user = await open()
  const asked = recordChanges()
  const { form, add, more, less, remove, field, amount } = quickAdd(1)
  add().focus()
  await user.keyboard('{Enter}')
  expect(amount()).toBe('1')
  expect(isShown(add())).toBe(false)
  expect(document.activeElement).toBe(more())
  expect(field().getAttribute('aria-label')).toMatch(/^Quantity of .+, .+/)
  await eventually(count).toBe('1')
  await user.click(more())
  await eventually(count).toBe('2')
  await user.click(less())
  await eventually(count).toBe('1')
  remove().focus()
  await user.keyboard('{Enter}')
  await eventually(count).toBe('0')
  await eventually(() => isShown(add())).toBe(true)
  expect(form().contains(document.activeElement)).toBe(true)
  expect(document.activeElement).toBe(add())
  expect(asked).toEqual(['POST 1', 'PUT 2', 'PUT 1', 'DELETE'])
})

describe('CRT-3 changes while a request is in flight', () => {
  test('CRT-3 only the last of several is sent, and the page always shows the latest quantity', async () => {
    const user = await open()
    const { held, release } = holdChanges()
    const asked = recordChanges()
    const { add, more, less, amount } = quickAdd()
    await user.click(add())
    for (let presses = 0; presses < 4; presses++) await user.click(more())
    await user.click(less())
    expect(amount()).toBe('4')
    await eventually(() => held.length).toBe(1)
    release()
    await eventually(() => held.length).toBe(1)
    expect(count()).toBe('1')
    expect(amount()).toBe('4')
    release()
    await eventually(count).toBe('4')
    expect(asked).toEqual(['POST 1', 'PUT 4'])
  })

  test.each([
    ['on the cart page', '/cart', () => find('#cart')],
    ['in the mini cart', EXAMPLES, () => panel()],
  ])('CRT-3 %s, too', async (_, path, around) => {
    await open()
    await shopper.call('POST', quickAdd().form().action, { quantity: 1 })
    const user = await openPage(shopper, path)
    if (path === EXAMPLES) await user.click(boxLink())
    await eventually(() => around().querySelector('[type=number]')).not.toBeNull()
    const { held, release } = holdChanges()
    const asked = recordChanges()
    for (let presses = 0; presses < 3; presses++) await user.click(find('button', 'One more', around()))
    await eventually(() => held.length).toBe(1)
    release()
    await eventually(() => held.length).toBe(1)
    release()
    await eventually(count).toBe('4')
    expect(find<HTMLInputElement>('[type=number]', '', around()).value).toBe('4')
    expect(asked).toEqual(['PUT 2', 'PUT 4'])
  })

  test('CRT-3 two products added at the same time are both in the cart', async () => {
    const user = await open()
    const { held, release } = holdChanges()
    const asked = recordChanges()
    const second = quickAdd(1).add()
    await user.click(quickAdd(0).add())
    await user.dblClick(second)
    await eventually(() => held.length).toBe(1)
    release()
    await eventually(() => held.length).toBe(1)
    release()
    await eventually(count).toBe('2')
    expect(asked).toEqual(['POST 1', 'POST 1'])
  })

  test('CRT-3 leaving the page cancels nothing, and the next page shows the result', async () => {
    const user = await open('/shop')
    const { held, release } = holdChanges()
    const card = find('.product-card')
    await user.click(find('button', '+ Add to Box', card))
    await eventually(() => held.length).toBe(1)
    await user.click(find('a', '', card))
    await eventually(() => location.pathname).toMatch(/^\/products\//)
    await eventually(() => findAll('h1').length).toBe(1)
    release()
    await eventually(count).toBe('1')
    await eventually(() => findAll('a', /In your box/).length).toBeGreaterThan(0)
  })

  test('CRT-3 a field being edited is left alone when another response arrives', async () => {
    await open()
    for (const nth of [0, 1]) await shopper.call('POST', quickAdd(nth).form().action, { quantity: 1 })
    const user = await openPage(shopper, '/cart')
    const { held, release } = holdChanges()
    const field = (nth: number) => findAll<HTMLInputElement>('main [type=number]')[nth]!
    await user.click(find('main button', 'One more'))
    await user.clear(field(1))
    await user.type(field(1), '7')
    await eventually(() => held.length).toBe(1)
    release()
    await eventually(count).toBe('3')
    expect([field(0).value, field(1).value]).toEqual(['2', '7'])
    await user.keyboard('{Enter}')
    await eventually(() => held.length).toBe(1)
    release()
    await eventually(count).toBe('9')
  })
})

describe('CRT-2 rejections by the shop', () => {
  test('CRT-2 revert to the quantity in the cart with the reason, and a rejected add adds nothing', async () => {
    const user = await open()
    const { form, add, field, amount, remove } = quickAdd()
    await user.click(add())
    await eventually(count).toBe('1')
    await user.keyboard('{Escape}')
    await eventually(() => document.querySelector(':popover-open')).toBeNull()
    await type(user, field(), '100')
    await eventually(() => find('#flash').textContent).toContain("so we didn't change your box.")
    await eventually(amount).toBe('1')
    await user.click(remove())
    await eventually(count).toBe('0')
    find('input[name=quantity]', '', form()).setAttribute('value', '100')
    const asked = recordChanges()
    await user.click(add())
    await eventually(() => isShown(add())).toBe(true)
    expect(asked).toEqual(['POST 100'])
    expect(count()).toBe('0')
  })

  test("CRT-2 any other error shows the shop's message", async () => {
    const user = await open()
    const error = 'That was too often. Please wait a minute.'
    intercept(ITEM, async () => Response.json({ error }, { status: 429 }))
    await user.click(quickAdd().add())
    await eventually(() => find('#flash').textContent).toContain(error)
    await eventually(() => isShown(quickAdd().add())).toBe(true)
  })
})
