import { expect, test } from 'vitest'
import { openPage, pass, stopTime } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const toast = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('.notice')].find(({ textContent }) =>
    textContent?.includes(words),
  )

test('SHL-2 BEH-16 one shows for 2000 ms, then fades, and closes 1000 ms later', async () => {
  const { shopper } = await world()
  stopTime()
  await openPage(await shopper(), '/behaviours/toast')
  const short = () => toast('goes away in two seconds')
  await pass(1_999)
  expect(short()?.dataset).not.toHaveProperty('leaving')
  await pass(1)
  expect(short()?.dataset).toHaveProperty('leaving')
  await pass(999)
  expect(short()).toBeDefined()
  await pass(1)
  expect(short()).toBeUndefined()
})
