import { expect, test } from 'vitest'
import { world } from '../../support/world.ts'

const CLAIMS = '/account/orders/AAAAAAAAAAAAAAAAAAAAAA/claims'
const TYPE = 'multipart/form-data; boundary=BBB'
const FORM = '--BBB\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--BBB--\r\n'

test('SEC-6 uploads that one network never finishes leave room for those of others', async () => {
  const { app } = await world({ config: { rateLimited: true, trustedProxies: 1 } })
  const ends: (() => void)[] = []
  const unfinished = () =>
    new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) })
  const send = (body: BodyInit, network: string) =>
    app.request(CLAIMS, {
      method: 'POST',
      headers: { 'content-type': TYPE, 'x-forwarded-for': network },
      body,
      ...({ duplex: 'half' } as object),
    })

  const stuck = Array.from({ length: 6 }, () => send(unfinished(), '198.51.100.1'))
  await Promise.race(stuck)
  expect((await send(FORM, '198.51.100.1')).status).toBe(503)
  expect((await send(FORM, '203.0.113.7')).status).not.toBe(503)

  for (const end of ends) end()
  await Promise.all(stuck)
  expect((await send(FORM, '198.51.100.1')).status).not.toBe(503)
})
