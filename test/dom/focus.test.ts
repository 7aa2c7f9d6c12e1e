import { expect, test } from 'vitest'
import { eventually, find } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'
import { type World, world } from '../support/world.ts'

let shop: Promise<World> | undefined

/** Two fields with ids, and a stream that replaces an element below them. */
async function openFields() {
  shop ??= world()
  await openPage(await (await shop).shopper(), '/cart')
  const { renderStreamMessage } = await import('@hotwired/turbo') // needs the page's globals
  document.body.insertAdjacentHTML('beforeend', '<input id="first"><input id="second"><p id="news">old</p>')
  const streamArrives = (html = '<p id="news">new</p>') =>
    renderStreamMessage(
      `<turbo-stream action="replace" target="news"><template>${html}</template></turbo-stream>`,
    )
  const drawn = () => eventually(() => find('#news').textContent).toBe('new')
  return { first: find('#first'), second: find('#second'), streamArrives, drawn }
}

/** Turbo restores the focus in the same frame, after the stream's render. */
const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))

test('SHL-1 a field that the shopper moves to while a stream renders keeps the focus', async () => {
  const { first, second, streamArrives, drawn } = await openFields()
  first.focus()
  streamArrives()
  second.focus()
  await drawn()
  await frame()
  expect(document.activeElement).toBe(second)

  first.focus()
  expect(document.activeElement).toBe(first)
})

test('SHL-1 a field replaced by a stream gets its focus back', async () => {
  const { second, streamArrives, drawn } = await openFields()
  find('#news').innerHTML = '<input id="third">'
  find('#third').focus()
  streamArrives('<p id="news">new<input id="third"></p>')
  await drawn()
  await frame()
  expect(document.activeElement).toBe(find('#third'))
  expect(document.activeElement).not.toBe(second)
})
