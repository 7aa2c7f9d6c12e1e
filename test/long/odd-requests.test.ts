import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { integrityProblems, serialize } from '#db/client.ts'
import { sessions } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { offerToken, prepareToPay } from '../support/buying.ts'
import { sessionHashOf } from '../support/cable.ts'
import {
  type Person,
  personWith,
  restoredShop,
  type ShopWithPeople,
  shopWithPeople,
} from '../support/people.ts'
import { random } from '../support/random.ts'
import { type Known, oddRequest } from '../support/random-requests.ts'
import { appRoutes, type Route } from '../support/routes.ts'
import type { World } from '../support/world.ts'

const LEAK =
  /at .*\.(m?js|tsx?):\d+|SQLITE_|node_modules|SqliteError|DrizzleError|ZodError|TypeError|RangeError/
/** Far beyond what any answer takes, on any machine: this is about answers that never come. */
const HANG_MS = 15_000
const ROUNDS = 1_600
const FIRST_SEEDS = { owner: 1, stranger: 1_000, staff: 1_000_000 }

const KINDS = ['owner', 'stranger', 'staff'] as const
type Kind = (typeof KINDS)[number]

/** The calls of an account: each has to hear from the odd requests of somebody who is signed in to it. */
const ACCOUNT_CALLS = [
  '/account/addresses',
  '/account/cards',
  '/account/close',
  '/account/confirmation',
  '/account/data',
  '/account/email-change',
  '/account/orders',
  '/account/password',
  '/account/sessions',
  '/account/sign-in-link',
  '/v1/add_credit_card',
  '/v1/change_email_preferences',
  '/v1/make_credit_card_default',
  '/v1/remove_credit_card',
  '/v1/update_user_email',
  '/v1/update_user_full_name',
]

/**
 * A shop with an order being paid, seen by its owner who is signed in, by a stranger who knows every address, or by
 * the staff. Whoever signs out or deletes the account by random begins anew, with everything as it was.
 */
async function scene(kind: Kind) {
  const here = await shopWithPeople()
  const { tokens, links } = here
  await prepareToPay(personWith(here, 'owner').shopper, tokens.open)
  const who = personWith(here, kind === 'stranger' ? 'anonymous' : kind)
  const bytes = serialize(here.db)
  const begin = async () => {
    const shop = await restoredShop({ ...here, bytes })
    shop.services.metrics.jobHeartbeat.set(shop.services.wallClock.now() / 1000) // as if its worker worked
    return shop
  }
  const sessionHash = await sessionHashOf(here.config, who.shopper)
  const isOver = ({ db }: World) => {
    const row = db.select().from(sessions).where(eq(sessions.idHash, sessionHash)).get()
    return who.user !== null && (!row || row.revokedAt !== null)
  }
  return { begin, isOver, known: knownTo(here, who, [tokens, links]), routes: appRoutes(here.app) }
}

function knownTo({ db, tokens }: ShopWithPeople, who: Person, all: Record<string, string>[]): Known {
  const secrets = Object.values(all[1] ?? {}).map((link) => link.split('/').at(-1) ?? '')
  return {
    orderTokens: [tokens.open, tokens.open, tokens.open, tokens.placed, 'A'.repeat(22)],
    tokens: ['demo-fifty', 'grass-fed-ribeye', 'demo-sold-out'].map((slug) => offerToken(db, slug)),
    slugs: ['demo-fifty', 'grass-fed-ribeye', 'none'],
    formTokens: [...Array<string>(4).fill(who.csrfToken), '', 'x', 'A'.repeat(86)],
    cookies: [
      ...Array<string>(6).fill(who.cookie),
      'session=x',
      'session=Fe26.2**; flash=%',
      `${who.cookie}; flash=${'y'.repeat(3000)}; ways=%`,
      '=;;=',
      'session',
    ],
    named: {
      userToken: [who.user?.token ?? tokens.user, tokens.user],
      sessionToken: [tokens.session],
      identityToken: [tokens.identity],
      requestToken: [tokens.request],
      addressToken: [tokens.address],
      id: [tokens.card],
      sealed: [tokens.sealed],
      secret: secrets,
      file: ['receipt.html', 'receipt.txt', 'receipt.exe'],
      provider: ['google', 'nobody'],
    },
  }
}

function answered(answer: Response | Promise<Response>, told: string): Promise<Response> {
  let timer: NodeJS.Timeout
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer: ${told}`)), HANG_MS)
  })
  return Promise.race([answer, hang]).finally(() => clearTimeout(timer))
}

describe.each(KINDS)('REL-4 R20 odd requests of %s', (kind) => {
  const heard = new Set<string>()

  test.each([1])(
    `${ROUNDS} of seed %i: each gets a 4xx or an answer, never a 5xx, a hang or a trace`,
    { timeout: 300_000 },
    async (seed) => {
      const { begin, isOver, routes, known } = await scene(kind)
      const draw = random(seed * FIRST_SEEDS[kind])
      const statuses = new Map<number, number>()
      const trodden = new Set<string>()
      let shop = await begin()
      for (let round = 0; round < ROUNDS; round += 1) {
        if (isOver(shop)) {
          expectSound(shop)
          shop = await begin()
        }
        const request = oddRequest(draw, [routes[round % routes.length] as Route], known)
        const told = `seed ${seed}, round ${round}: ${request.method} ${request.url}`
        const place = new URL(request.url).pathname.split('/').slice(0, 3).join('/')
        const response = await answered(shop.app.fetch(request), told)
        const text = await answered(response, told).then((one) => one.text())
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        if (response.status < 300) trodden.add(`${request.method} ${place}`)
        if (![403, 404].includes(response.status)) heard.add(place)
        if (response.status >= 500 || LEAK.test(text))
          expect.fail(`${told}\n${response.status} ${text.slice(0, 300)}`)
        const location = response.headers.get('location')
        if (location !== null)
          expect(new URL(location, 'http://localhost:3000').origin, told).toBe('http://localhost:3000')
      }
      // Odd requests that are all turned away at the door would prove nothing.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(ROUNDS / 10)
      for (const status of [303, 400, 403, 404, 422])
        expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(5)
      expect(trodden.size).toBeGreaterThan(15)
      expectSound(shop)
    },
  )

  test('every call of an account heard some of them', () => {
    expect(ACCOUNT_CALLS.filter((path) => !heard.has(path))).toEqual([])
  })
})

function expectSound({ db }: World) {
  expect(ledgerProblems(db)).toEqual([])
  expect(integrityProblems(db)).toEqual([])
}
