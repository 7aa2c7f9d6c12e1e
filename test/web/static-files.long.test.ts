import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world } from '../support/world.ts'

const { app } = await world()
const PICTURE = readdirSync('public/pictures').find((name) => name.endsWith('.webp')) ?? ''

// Over a raw socket, since `fetch` and `app.request` would normalize these paths.
let server: ReturnType<typeof serve>
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve())
    }),
)
afterAll(() => void server.close())

function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; type: string }> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, type: response.headers['content-type'] ?? '' }),
      )
    })
    asked.on('error', reject).end()
  })
}

const WAYS_OUT = [
  '..',
  '%2e%2e',
  '..%2f..',
  '%2e%2e%2f%2e%2e',
  '..%5c..',
  '%2e%2e%5c',
  '....',
  '..;',
  '%252e%252e',
  '..%c0%af..',
  '.%00.',
  '%2f..',
  '//..',
]
const SECRETS = [
  'package.json',
  'src/config/config.ts',
  '.git/HEAD',
  'storage/droveway.sqlite3',
  '%2fetc%2fpasswd',
  'etc/passwd',
]

test('SEC-5 no static path escapes its folder', async () => {
  for (const root of ['/build/', '/pictures/', '/build', '/pictures']) {
    for (const way of WAYS_OUT) {
      for (const secret of SECRETS) {
        const path = `${root}${way}/${secret}`
        const { status, text } = await get(path)
        expect([400, 404], path).toContain(status)
        expect(text, path).not.toMatch(/"private": true|readConfig|ref: refs|SQLite format|root:/)
      }
    }
  }
})

test('folders and hidden files are not served', async () => {
  for (const path of [
    '/build/',
    '/build',
    '/pictures/',
    '/pictures',
    '/pictures/.',
    '/build/.gitkeep',
    '/public/',
    '/public/pictures/',
    '/.git/HEAD',
    '/.env',
    '/db/schema/index.ts',
    '/storage/demo-secrets.json',
  ]) {
    expect((await get(path)).status, path).toBe(404)
  }
})

test("SEC-2 pictures are cached for a day and may be embedded elsewhere, built files forever; a 404 isn't cached", async () => {
  const picture = await app.request(`/pictures/${PICTURE}`)
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect(picture.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
  expect(picture.headers.getSetCookie()).toEqual([])

  if (existsSync('public/build')) {
    const script = readdirSync('public/build').find((name) => name.endsWith('.js')) ?? ''
    const built = await app.request(`/build/${script}`, { headers: { 'accept-encoding': 'br' } })
    expect(built.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(built.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
  for (const path of ['/pictures/none.webp', '/build/none.js']) {
    const missing = await app.request(path)
    expect(missing.status).toBe(404)
    expect(missing.headers.get('cache-control')).toBe('no-store')
  }
})

test('a conditional request for an unchanged picture gets a 304 without a body', async () => {
  const ask = (since?: string) =>
    app.request(`/pictures/${PICTURE}`, { headers: since ? { 'if-modified-since': since } : {} })
  const changed = (await ask()).headers.get('last-modified') ?? ''
  const same = await ask(changed)
  expect([same.status, await same.text()]).toEqual([304, ''])
  expect(same.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(same.headers.get('last-modified')).toBe(changed)
  expect(same.headers.get('cross-origin-resource-policy')).toBe('cross-origin')

  for (const since of [new Date(Date.parse(changed) - 1_000).toUTCString(), 'yesterday', '']) {
    expect((await ask(since)).status, since).toBe(200)
  }
})

test('SEC-2 a compressed response keeps its headers', async () => {
  const page = await app.request('/', { headers: { 'accept-encoding': 'gzip', accept: 'text/html' } })
  expect(page.headers.get('content-encoding')).toBe('gzip')
  expect(page.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(page.headers.get('content-security-policy')).toBeTruthy()
  expect(page.headers.getSetCookie()).toHaveLength(1)
})

test('static paths only accept reads', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    expect((await app.request(`/pictures/${PICTURE}`, { method })).status, method).toBeGreaterThanOrEqual(400)
  }
})

test('SEC-5 /favicon.ico redirects to the mark', async () => {
  const response = await app.request('/favicon.ico')
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/pictures/mark.svg')
})
