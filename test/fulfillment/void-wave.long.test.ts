import { expect, test } from 'vitest'
import { press, WAVE, waveShop } from '../support/waves.ts'

test('FUL-6 the packing page of a void wave does not thank clerks for packing it', async () => {
  const { dale } = await waveShop()
  expect((await dale.call('POST', `${WAVE}/void`)).status).toBe(200)
  const stopped = await (await dale.visit(`${WAVE}/pack`)).text()
  expect(stopped).toContain('This wave is void')
  expect(stopped).not.toContain('This wave is packed')
})

test('FUL-6 a wave whose boxes are all packed says so', async () => {
  const { dale, boxes } = await waveShop()
  expect((await press(dale, 'packed', boxes)).status).toBe(200)
  expect(await (await dale.visit(`${WAVE}/pack`)).text()).toContain('This wave is packed')
})
