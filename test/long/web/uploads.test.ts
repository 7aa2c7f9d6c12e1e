import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import { expect, test } from 'vitest'
import { SLOW_CLIENT_OPTIONS } from '#src/web/slow-clients.ts'
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

/** Sends a body in equal pieces, one each 500 ms. @returns the status, and after how many seconds it came */
function drip(
  port: number,
  path: string,
  { type, bytes, pieces }: Record<'bytes' | 'pieces', number> & { type: string },
) {
  return new Promise<{ status: string; seconds: number }>((resolve) => {
    const start = performance.now()
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: ${type}\r\n`)
    socket.write(`Connection: close\r\nContent-Length: ${bytes}\r\n\r\n`)
    let left = pieces
    const timer = setInterval(() => {
      if (left-- > 0) socket.write(Buffer.alloc(bytes / pieces, 'x'))
    }, 500)
    let heard = ''
    socket.on('data', (data) => (heard += data)).on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ status: heard.slice(9, 12), seconds: (performance.now() - start) / 1_000 })
    })
  })
}

test('SEC-3 a steady upload may take longer than other bodies, and one that hardly moves is cut', {
  timeout: 60_000,
}, async () => {
  const { app } = await world()
  const server = serve({
    fetch: app.fetch,
    port: 0,
    hostname: '127.0.0.1',
    serverOptions: SLOW_CLIENT_OPTIONS,
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [steady, hardly, form] = await Promise.all([
    drip(port, CLAIMS, { type: TYPE, bytes: 2_400_000, pieces: 24 }),
    drip(port, CLAIMS, { type: TYPE, bytes: 24_000, pieces: 60 }),
    drip(port, '/v1/update_postal_code', { type: 'application/json', bytes: 48_000, pieces: 60 }),
  ])
  server.close()
  expect(steady).toMatchObject({ status: '400' }) // read to its end, which is no form's
  expect(steady.seconds).toBeGreaterThan(11)
  for (const slow of [hardly, form]) {
    expect(slow.status).toBe('408')
    expect(slow.seconds).toBeLessThan(13)
  }
})
