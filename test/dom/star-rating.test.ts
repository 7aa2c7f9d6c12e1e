import { cache } from '@hotwired/turbo'
import { expect, test, vi } from 'vitest'
import { button, find, findAll } from '../support/dom-elements.ts'
import { openPage, waitFor } from '../support/dom-page.ts'
import { withoutRatings } from '../support/ratings.ts'
import { RIBEYE_PATH, sumOf, taster } from '../support/tastes.ts'

const stars = () => findAll<HTMLButtonElement>('.star-rating__star')
const shown = () => stars().filter((star) => star.classList.contains('star-rating__star--on')).length
const pressed = () => stars().map((star) => star.getAttribute('aria-pressed') === 'true')
const said = () => find('.star-rating__said').textContent

async function openCut() {
  const made = await taster()
  withoutRatings(made.db)
  made.deliver({ slugs: ['grass-fed-ribeye'] })
  const user = await openPage(made.mo, `/passport/${RIBEYE_PATH}`)
  return { ...made, user, sum: () => sumOf(made, 'grass-fed-ribeye') }
}

test('BEH-20 a star rates in place, and pressing the selected one clears the rating', async () => {
  const { user, sum } = await openCut()
  expect(shown()).toBe(0)
  await user.click(button('4 stars'))
  expect(shown()).toBe(4) // before the response
  await waitFor(() => expect(said()).toBe('Thanks! You gave Grass-fed ribeye 4 stars.'))
  expect(sum()).toEqual({ buyers: 1, scoreSum: 4 })
  expect(pressed()).toEqual([false, false, false, true, false])
  await user.click(button('2 stars'))
  await waitFor(() => expect(sum()).toEqual({ buyers: 1, scoreSum: 2 }))
  expect(shown()).toBe(2)
  await user.click(button('2 stars, your rating. Press to clear it.'))
  await waitFor(() => expect(said()).toBe('Your stars for Grass-fed ribeye are gone.'))
  expect([shown(), pressed().includes(true), sum().buyers]).toEqual([0, false, 0])
})

test('SHL-3 BEH-20 a saved rating drops the pages that Turbo cached with the old stars, such as the passport', async () => {
  const { user } = await openCut()
  const clear = vi.spyOn(cache, 'clear')
  await user.click(button('4 stars'))
  await waitFor(() => expect(said()).toContain('4 stars'))
  expect(clear).toHaveBeenCalledOnce()
})

test('BEH-20 keys rate, too, and the focus stays on the star', async () => {
  const { user, sum } = await openCut()
  button('5 stars').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sum().scoreSum).toBe(5))
  expect(document.activeElement).toBe(stars()[4])
  await user.keyboard(' ')
  await waitFor(() => expect(sum().buyers).toBe(0))
})

test('BEH-20 the last of several quick presses wins', async () => {
  const { user, sum } = await openCut()
  for (const name of ['1 star', '5 stars', '3 stars']) await user.click(button(name))
  expect(shown()).toBe(3)
  await waitFor(() => expect(said()).toContain('3 stars'))
  expect(sum()).toEqual({ buyers: 1, scoreSum: 3 })
})

test('BEH-20 stars that could not be saved revert, with a message', async () => {
  const { user, sum } = await openCut()
  await user.click(button('4 stars'))
  await waitFor(() => expect(sum().buyers).toBe(1))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await user.click(button('1 star'))
  await waitFor(() => expect(said()).toBe("We couldn't save your stars. Please try again."))
  expect([shown(), sum().scoreSum]).toEqual([4, 4])
})
