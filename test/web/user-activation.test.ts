import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createAuthenticity } from '#src/web/authenticity-token.tsx'
import type { AppEnv, Visitor } from '#src/web/env.ts'
import { userActivation } from '#src/web/user-activation.ts'
import { testConfig } from '../support/world.ts'

const SESSION = 'the-session-of-ana'
const token = createAuthenticity(testConfig).issue(SESSION)

const isActivated = userActivation(testConfig)
const app = new Hono<AppEnv>()
app.get('/follow', (c) => {
  c.set('visitor', { sessionId: SESSION } as Visitor)
  return c.text(isActivated(c) ? 'meant' : 'not meant', 200, { 'x-meant': String(isActivated(c)) })
})

const CLICK = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' }
const SCRIPT = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }

const ask = async (headers: Record<string, string>, method = 'GET') =>
  (await app.request('/follow', { method, headers })).headers.get('x-meant') === 'true'

test.each([
  ['a click on one of our pages', CLICK],
  ['a script of ours', SCRIPT],
  [
    'a script with the token of the session, in a browser that says nothing of itself',
    { 'x-csrf-token': token },
  ],
  ['the token beside a same-origin fetch', { ...SCRIPT, 'x-csrf-token': token }],
])('GND-8 counts as user activation: %s', async (_, headers) => {
  expect(await ask(headers)).toBe(true)
})

const other = createAuthenticity(testConfig).issue('the-session-of-eve')

test.each([
  ['nobody in particular', {}],
  ['a picture on our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  ['a page of ours that goes on by itself', { ...CLICK, 'sec-fetch-user': '?0' }],
  ['a click on another site', { ...CLICK, 'sec-fetch-site': 'cross-site' }],
  ['a click on a neighbouring site', { ...CLICK, 'sec-fetch-site': 'same-site' }],
  ['an address that was typed', { ...CLICK, 'sec-fetch-site': 'none' }],
  ['a script of another site', { ...SCRIPT, 'sec-fetch-site': 'cross-site' }],
  ['what Turbo fetches ahead', { ...SCRIPT, 'x-sec-purpose': 'prefetch' }],
  ['what a browser fetches ahead', { ...CLICK, 'sec-purpose': 'prefetch;prerender' }],
  ['the token of another session', { 'x-csrf-token': other }],
  ['an empty token, even beside a script of ours', { ...SCRIPT, 'x-csrf-token': '' }],
  ['the right token from another site', { 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' }],
])('GND-8 does not count as user activation: %s', async (_, headers) => {
  expect(await ask(headers)).toBe(false)
})

test('GND-8 a HEAD request does not count, either', async () => {
  expect(await ask(CLICK, 'HEAD')).toBe(false)
})
