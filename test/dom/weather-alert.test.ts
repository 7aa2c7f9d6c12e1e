import { expect, test } from 'vitest'
import { button, find } from '../support/dom-elements.ts'
import { openPage, pass, stopTime, waitFor } from '../support/dom-page.ts'
import { heldBox } from '../support/weather.ts'

const note = () => find('.weather__note').textContent
const isOn = () => button('Ship anyway').getAttribute('aria-checked')

test('ORD-6 the switch updates in place, its message disappears after five seconds, and the date changes', async () => {
  const { ana, hold, order } = await heldBox()
  stopTime()
  const user = await openPage(ana, `/weather-alerts/${hold.id}`)
  expect([isOn(), note()]).toEqual(['false', ''])
  await user.click(button('Ship anyway'))
  await waitFor(() => expect(isOn()).toBe('true'))
  expect(note()).toBe("We'll ship it anyway. It arrives Thursday, December 3.")
  expect(find('h1').textContent).toBe('Your box arrives Thursday, December 3')
  expect(order().arrivalOn).toBe('2026-12-03')
  await pass(4_500) // waiting for the response took some time, too
  expect(note()).not.toBe('')
  await pass(500)
  expect(note()).toBe('')
  await user.click(button('Ship anyway'))
  await waitFor(() => expect(isOn()).toBe('false'))
  expect(order().arrivalOn).toBe('2026-12-09')
})
