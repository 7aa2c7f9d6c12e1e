import { expect, test } from 'vitest'
import { world } from '../support/world.ts'

const SENTENCE = 'Delivering to 98101'

test('SHL-2 a flash is said on the next page, and only there', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const [first, second] = [await ana.visit('/shop'), await ana.visit('/shop')]
  expect(await first.text()).toContain(`${SENTENCE}, as early as`)
  expect(await second.text()).not.toContain(`${SENTENCE}, as early as`)
})

test('SHL-1 SHL-2 a page that is at once loaded anew leaves it to that one', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  await ana.visit('/shop?request_reload=1')
  const [first, second] = [await ana.visit('/shop'), await ana.visit('/shop')]
  expect(await first.text()).toContain(`${SENTENCE}, as early as`)
  expect(await second.text()).not.toContain(`${SENTENCE}, as early as`)
})
