import { afterEach, expect, test } from 'vitest'
import { CENTER, centerShop } from '../support/clerks.ts'
import { find, findAll } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'

afterEach(() => localStorage.clear())

const rows = () => findAll<HTMLInputElement>('[data-list-keys-target="row"]')
const chosen = () => rows().flatMap(({ checked }, at) => (checked ? [at] : []))
const current = () => rows().indexOf(document.activeElement as HTMLInputElement)

async function openOrders() {
  const { dale } = await centerShop()
  return openPage(dale, `${CENTER}/orders?state=ready`)
}

test('FUL-1 j and k move through the list, x selects, Shift-x selects a range, and Esc clears', async () => {
  const user = await openOrders()
  await user.keyboard('jjjk')
  expect(current()).toBe(1)
  await user.keyboard('xjj{Shift>}X{/Shift}')
  expect(chosen()).toEqual([1, 2, 3])
  await user.keyboard('{Escape}')
  expect(chosen()).toEqual([])
  await user.keyboard('kkkkkk')
  expect(current()).toBe(0)
})

test('FUL-1 / focuses the search, where letters are just text, and the shortcuts can be turned off', async () => {
  const user = await openOrders()
  await user.keyboard('/')
  expect(document.activeElement).toBe(find('#order_search'))
  await user.keyboard('jx')
  expect(find<HTMLInputElement>('#order_search').value).toBe('jx')
  await user.click(find('[data-list-keys-target="switch"]'))
  find('[data-list-keys-target="switch"]').blur()
  await user.keyboard('j')
  expect(current()).toBe(-1)
})
