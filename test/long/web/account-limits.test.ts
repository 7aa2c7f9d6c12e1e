import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Person, personWith, restoredShop, shopWithPeople, type Who } from '../../support/people.ts'
import { type RequestSpec, requestAs } from '../../support/requests.ts'

/**
 * Limits on calls that sign in, send mail, use a one-time link or export data (these tests run with RATE_LIMITS on).
 */
type Limit = {
  name: string
  points: number
  /** The window's length; Retry-After never exceeds it. */
  seconds: number
  /** Counts per IP address, or per account. */
  by: 'address' | 'person'
  who: Who
  /** The status within the limit. */
  within: number
  ask: (nth: number, person: Person) => RequestSpec
}

const secret = (nth: number) => String(nth).padStart(43, 'A')
const post = (path: string, fields: (nth: number) => Record<string, unknown> = () => ({})) => ({
  ask: (nth: number): RequestSpec => ({ method: 'POST', path, fields: fields(nth) }),
})
const wrongLink = (path: string, fields = {}) => ({
  points: 10,
  seconds: 900,
  by: 'address' as const,
  who: 'anonymous' as const,
  within: 410,
  ask: (nth: number): RequestSpec => ({ method: 'POST', path: path.replace('…', secret(nth)), fields }),
})
const onceAMinute = { seconds: 60, by: 'address' as const, who: 'anonymous' as const }
const wrongSignIn = (nth: number) => ({ email: `nobody${nth}@example.com`, password: 'not-the-password' })
const dataRequest = (nth: number) => ({
  request_type: 'access',
  email: `nobody${nth}@example.com`,
  full_name: 'Eve Moore',
  state: 'WA',
})

const LIMITS: Limit[] = [
  { name: 'wrong sign-ins', ...onceAMinute, points: 5, within: 401, ...post('/v1/cc_signin', wrongSignIn) },
  {
    name: 'refused sign-ups',
    ...onceAMinute,
    points: 5,
    within: 422,
    ...post('/v1/create_account', (nth) => ({ email: `nobody${nth}@example.com`, password: 'short' })),
  },
  {
    name: 'sign-in links',
    ...onceAMinute,
    points: 3,
    within: 200,
    ...post('/v1/send_email_login_link', (nth) => ({ email_address: `nobody${nth}@example.com` })),
  },
  {
    name: 'reset links',
    ...onceAMinute,
    points: 3,
    within: 200,
    ...post('/v1/reset_password', (nth) => ({ email: `nobody${nth}@example.com` })),
  },
  {
    name: 'requests of data',
    ...onceAMinute,
    points: 5,
    within: 200,
    ...post('/v1/update_personal_data', dataRequest),
  },
  { name: 'wrong sign-in links', ...wrongLink('/magic-link/…') },
  {
    name: 'wrong reset links',
    ...wrongLink('/v1/change_password/…', { password: 'brisket on sunday' }),
    within: 422,
  },
  { name: 'wrong links of another email', ...wrongLink('/change-email/…') },
  { name: 'wrong links of a data request', ...wrongLink('/privacy/personal-data/…') },
  { name: 'wrong links to confirm an address', ...wrongLink('/confirm-email/…'), who: 'other shopper' },
  {
    name: 'links to sign in anew',
    points: 3,
    seconds: 3600,
    by: 'person',
    who: 'owner',
    within: 200,
    ...post('/account/sign-in-link'),
  },
  {
    name: 'confirmations once more',
    points: 3,
    seconds: 3600,
    by: 'person',
    who: 'owner',
    within: 200,
    ...post('/account/confirmation'),
  },
  {
    name: 'wishes for another email',
    points: 5,
    seconds: 3600,
    by: 'person',
    who: 'owner',
    within: 200,
    ask: (nth, { user }) => ({
      method: 'POST',
      path: `/v1/update_user_email/${user?.token}`,
      fields: { email: `ana${nth}@example.com` },
    }),
  },
  {
    name: 'cards to be kept',
    points: 10,
    seconds: 600,
    by: 'person',
    who: 'owner',
    within: 422,
    ...post('/v1/add_credit_card', () => ({ stripeToken: 'no card' })),
  },
  {
    name: 'files of one’s own data',
    points: 30,
    seconds: 3600,
    by: 'person',
    who: 'owner',
    within: 200,
    ask: () => ({ method: 'GET', path: '/account/data' }),
  },
]

const here = await shopWithPeople()
let windows = 0

// The counters are per process, so each test gets its own time range, clear of other tests' windows.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  windows += 1
  vi.setSystemTime(Date.now() + windows * 3 * 3_600_000)
})
afterEach(() => void vi.useRealTimers())

async function scene(limit: Limit) {
  const { app } = await restoredShop(here, { rateLimited: true })
  const person = personWith(here, limit.who)
  const ask = (nth: number, by: Person = person, more = {}) =>
    requestAs(app, by, limit.ask(nth, by), 'script', more)
  return { ask }
}

const times = (count: number) => Array.from({ length: count }, (_, nth) => nth)

describe.each(LIMITS.map((limit) => [limit.name, limit] as const))('SEC-3 R19 %s', (_, limit) => {
  const { points, seconds, within } = limit

  test('allows the limit, then responds 429 with Retry-After, whatever IP address the headers claim', async () => {
    const { ask } = await scene(limit)
    const claimed = (nth: number) => ({
      'x-forwarded-for': `198.51.100.${nth}`,
      'x-real-ip': `198.51.100.${nth}`,
      forwarded: `for=198.51.100.${nth}`,
    })
    const statuses = []
    for (const nth of times(points)) statuses.push((await ask(nth, undefined, claimed(nth))).status)
    expect(statuses).toEqual(Array(points).fill(within))
    const refused = await ask(points, undefined, claimed(points))
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(seconds)
    vi.setSystemTime(Date.now() + wait * 1000 + 1)
    expect((await ask(points + 1)).status).toBe(within)
  })

  test('of a hundred concurrent requests no more than the limit are processed', async () => {
    const { ask } = await scene(limit)
    const statuses = (await Promise.all(times(100).map((nth) => ask(nth)))).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 429)).toEqual(Array(points).fill(within))
  })

  test(`counts by ${limit.by}`, async () => {
    const { ask } = await scene(limit)
    const other = personWith(here, 'member')
    for (const nth of times(points)) await ask(nth)
    expect((await ask(points, other)).status).toBe(limit.by === 'address' ? 429 : within)
  })
})

test.each([
  ['wrong sign-ins', 20],
  ['requests of data', 20],
])('SEC-3 R19 %s: %i an hour, however slowly', async (name, anHour) => {
  const limit = LIMITS.find((one) => one.name === name) as Limit
  const { ask } = await scene(limit)
  for (const nth of times(anHour)) {
    expect((await ask(nth)).status).toBe(limit.within)
    vi.setSystemTime(Date.now() + 61_000)
  }
  const refused = await ask(anHour)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
})

test('SEC-3 R19 password guesses within an account are limited like those at sign-in, even all at once', async () => {
  const { app } = await restoredShop(here, { rateLimited: true })
  const owner = personWith(here, 'owner')
  const fields = { current_password: 'not-the-password', password: 'brisket on sunday', sure: '1' }
  const guess = (path: string) => requestAs(app, owner, { method: 'POST', path, fields }, 'script')
  const answers = await Promise.all(times(50).map(() => guess('/account/password')))
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(3)
  expect((await guess('/account/password')).status).toBe(429)
})

/** A guessed-at owner isn't locked out: the limits apply to the guesser. */
test('ACC-7 SEC-3 after sixty wrong sign-ins at once the owner can still sign in by link', async () => {
  const { app } = await restoredShop(here, { rateLimited: true })
  const { cookie, csrfToken } = personWith(here, 'anonymous')
  const guess = (nth: number) =>
    requestAs(
      app,
      { cookie, csrfToken },
      {
        method: 'POST',
        path: '/v1/cc_signin',
        fields: { email: 'ana@quillfeather.example', password: `guess ${nth}` },
      },
      'script',
    )
  const statuses = (await Promise.all(times(60).map(guess))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
  expect(statuses.filter((status) => ![401, 429].includes(status))).toEqual([])
  const link = { method: 'POST', path: here.links.magicLink }
  expect((await requestAs(app, { cookie, csrfToken }, link, 'page')).status).toBe(303)
})
