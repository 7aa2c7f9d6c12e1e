import { expect, test } from 'vitest'
import { world } from '../support/world.ts'

test('OPS-13 a development page gets the build id as an event stream until the server stops', async () => {
  const { app, services } = await world({ config: { development: true } })
  const response = await app.request('/dev/reload')
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body!.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  expect(first).toMatch(/^event: build\ndata: \d+-/)
  services.lifecycle.stopping = true
  expect((await reader.read()).done).toBe(true)
})

test('OPS-13 any other shop returns 404', async () => {
  const { app } = await world()
  expect((await app.request('/dev/reload')).status).toBe(404)
})
