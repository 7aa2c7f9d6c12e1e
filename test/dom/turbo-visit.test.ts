import { expect, test } from 'vitest'
import { openPage } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

test('SHL-1 SHL-3 Turbo caches a page in a document without a window, so that no picture loads', async () => {
  const { shopper } = await world()
  await openPage(await shopper(), '/shop')
  document.documentElement.dispatchEvent(new CustomEvent('turbo:before-cache', { bubbles: true }))
  const copy = document.body.cloneNode(true) as HTMLElement
  expect(copy.ownerDocument.defaultView).toBeNull()
  expect(copy.outerHTML.replace(' data-cached=""', '')).toBe(document.body.outerHTML)
})

test('SHL-3 Turbo caches no form that still waits for its answer, and leaves the one on the page waiting', async () => {
  const { shopper } = await world()
  await openPage(await shopper(), '/shop')
  const frame = Object.assign(document.createElement('turbo-frame'), {
    innerHTML: '<form aria-busy="true"><button aria-disabled="true">Save</button></form>',
  })
  for (const name of ['busy', 'aria-busy']) frame.setAttribute(name, 'true')
  document.body.append(frame)
  document.documentElement.dispatchEvent(new CustomEvent('turbo:before-cache', { bubbles: true }))
  const copy = (document.body.cloneNode(true) as HTMLElement).querySelector(':scope > turbo-frame')
  expect(copy?.outerHTML).toBe('<turbo-frame><form><button>Save</button></form></turbo-frame>')
  expect(frame.querySelector('button')?.getAttribute('aria-disabled')).toBe('true')
})
