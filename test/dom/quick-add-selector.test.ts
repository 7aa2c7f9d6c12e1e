import { describe, expect, test } from 'vitest'
import { count, intercept, isOpen, recordChanges } from '../support/dom-cart.ts'
import { eventually, find, findAll } from '../support/dom-elements.ts'
import { openPage, settled } from '../support/dom-page.ts'
import { type World, world } from '../support/world.ts'

let shop: Promise<World> | undefined

const EXAMPLES = '/behaviours/quick-add-selector'
const WEIGHTS = /\/weights$/

const open = async (path = EXAMPLES) => {
  shop ??= world()
  return openPage(await (await shop).shopper(), path)
}

const link = () => find<HTMLAnchorElement>('main a', /^[1-9]\d* weights$/)
const choices = () => findAll('.weight-choice')
const weights = () => findAll('.weight-choice li')
const weightsShown = () => eventually(() => weights().length).toBeGreaterThan(0)

test('CRT-4 BEH-11 every weight can be added from the product card, without another page', async () => {
  const user = await open('/shop')
  const asked = recordChanges()
  const page = document.body
  await user.click(link())
  await weightsShown()
  expect(weights().length).toBeGreaterThan(1)
  const second = () => weights()[1]!
  await user.click(find('button', '+ Add to Box', second()))
  await user.click(find('button', 'One more', second()))
  await eventually(count).toBe('2')
  expect(asked).toEqual(['POST 1', 'PUT 2'])
  expect(isOpen()).toBe(false) // the first item in the cart opens the mini cart, but not over this popover
  expect(find<HTMLInputElement>('[type=number]', '', second()).value).toBe('2')
  expect([location.pathname, document.body]).toEqual(['/shop', page])
})

describe('BEH-11 the weight popover', () => {
  test('BEH-11 is fetched when opened, and its link has aria-expanded', async () => {
    const user = await open()
    const asked: (string | null)[] = []
    intercept(
      WEIGHTS,
      (toShop) => toShop(),
      ({ headers }) => asked.push(new Headers(headers).get('turbo-frame')),
    )
    expect(asked).toEqual([])
    expect(link().getAttribute('aria-expanded')).toBeNull()
    await user.click(link())
    await weightsShown()
    expect(asked).toEqual(['weights'])
    const [choice] = choices()
    expect([choice?.getAttribute('role'), choice?.getAttribute('aria-labelledby')]).toEqual([
      'dialog',
      'weights_title',
    ])
    expect(find('#weights_title').textContent).toMatch(/^Choose a weight: /)
    expect(link().getAttribute('aria-expanded')).toBe('true')
    await eventually(() => choice?.contains(document.activeElement)).toBe(true)
    choice?.hidePopover() // as the browser does on Escape or a press outside
    await eventually(choices).toEqual([])
    expect(link().getAttribute('aria-expanded')).toBeNull()
    await user.click(link())
    await weightsShown()
    expect(asked).toHaveLength(2)
  })

  test('BEH-11 its own link closes it', async () => {
    const user = await open()
    await user.click(link())
    await weightsShown()
    await user.click(link())
    expect(choices()).toEqual([])
    await user.click(link())
    await weightsShown()
  })

  test('BEH-11 the click does not reopen it if the press on the link just closed it', async () => {
    const user = await open()
    await user.click(link())
    await weightsShown()
    await user.pointer({ keys: '[MouseLeft>]', target: link() })
    choices()[0]?.hidePopover() // as the browser does during the press
    await eventually(choices).toEqual([])
    await user.pointer({ keys: '[/MouseLeft]', target: link() })
    await settled()
    expect(choices()).toEqual([])
  })

  test('BEH-11 for an unknown product goes to its page', async () => {
    const user = await open()
    await user.click(find('main a', '0 weights'))
    await eventually(() => location.pathname).toBe('/products/nothing-of-ours')
  })

  test('SHL-3 BEH-11 is not in the page that Turbo caches', async () => {
    const user = await open()
    await user.click(link())
    await weightsShown()
    document.dispatchEvent(new CustomEvent('turbo:before-cache', { bubbles: true }))
    expect([choices(), link().getAttribute('aria-expanded')]).toEqual([[], null])
  })

  test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
    'BEH-11 does not open on a click with %s',
    async (key) => {
      await open()
      const element = link()
      element.addEventListener('click', (event) => event.preventDefault()) // jsdom cannot navigate
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }))
      expect(choices()).toEqual([])
    },
  )
})
