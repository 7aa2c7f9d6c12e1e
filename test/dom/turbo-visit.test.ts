import { expect, test } from 'vitest'
import { openPage } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

test('SHL-1 SHL-3 Turbo caches a page in a document without a window, so that no picture loads', async () => {
  const { shopper } = await world()
  await openPage(await shopper(), '/shop')
  document.documentElement.dispatchEvent(new CustomEvent('turbo:before-cache', { bubbles: true }))
  const copy = document.body.cloneNode(true) as HTMLElement
  expect(copy.ownerDocument.defaultView).toBeNull()
  expect(copy.outerHTML).toBe(document.body.outerHTML)
})
