import { describe, expect, test } from 'vitest'
import { integrityProblems } from '#db/client.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { offerToken, prepareToPay, readyToPay } from '../support/buying.ts'
import { type Known, oddRequest } from '../support/odd-requests.ts'
import { random } from '../support/random.ts'
import { appRoutes } from '../support/routes.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const LEAK =
  /at .*\.(m?js|tsx?):\d+|SQLITE_|node_modules|SqliteError|DrizzleError|ZodError|TypeError|RangeError/
/** Far beyond what any answer takes, on any machine: this is about answers that never come. */
const HANG_MS = 15_000
const ROUNDS = 2_500

/** A shop with an order being paid, seen by its owner, or by a stranger who knows every address. */
async function scene(kind: 'owner' | 'stranger') {
  const made = await world()
  const [ana, eve] = [await made.shopper(), await made.shopper()]
  const token = await readyToPay(ana, made.db)
  await prepareToPay(ana, token)
  made.services.metrics.jobHeartbeat.set(made.services.wallClock.now() / 1000) // as if its worker worked
  const who = kind === 'owner' ? ana : eve
  const known: Known = {
    orderTokens: [token, token, token, 'A'.repeat(22)],
    tokens: ['demo-fifty', 'grass-fed-ribeye', 'demo-sold-out'].map((slug) => offerToken(made.db, slug)),
    slugs: ['demo-fifty', 'grass-fed-ribeye', 'none'],
    formTokens: [who.token, who.token, who.token, who.token, '', 'x', 'A'.repeat(86)],
    cookies: [
      ...Array<string>(6).fill(cookieOf(who)),
      'session=x',
      'session=Fe26.2**; flash=%',
      `${cookieOf(who)}; flash=${'y'.repeat(3000)}`,
      '=;;=',
      'session',
    ],
  }
  return { ...made, known, routes: appRoutes(made.app) }
}

const cookieOf = (who: Shopper) => [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

function answered(answer: Response | Promise<Response>, told: string): Promise<Response> {
  let timer: NodeJS.Timeout
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer: ${told}`)), HANG_MS)
  })
  return Promise.race([answer, hang]).finally(() => clearTimeout(timer))
}

describe.each(['owner', 'stranger'] as const)('REL-4 R20 odd requests of %s', (kind) => {
  test.each([1, 2])(
    `${ROUNDS} of seed %i: each gets a 4xx or an answer, never a 5xx, a hang or a trace`,
    { timeout: 300_000 },
    async (seed) => {
      const { app, db, routes, known } = await scene(kind)
      const draw = random(seed * (kind === 'owner' ? 1 : 1000))
      const statuses = new Map<number, number>()
      const trodden = new Set<string>()
      for (let round = 0; round < ROUNDS; round += 1) {
        const request = oddRequest(draw, routes, known)
        const told = `seed ${seed}, round ${round}: ${request.method} ${request.url}`
        const response = await answered(app.fetch(request), told)
        const text = await answered(response, told).then((one) => one.text())
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        if (response.status < 300)
          trodden.add(`${request.method} ${new URL(request.url).pathname.split('/').slice(0, 3).join('/')}`)
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
      expect(ledgerProblems(db)).toEqual([])
      expect(integrityProblems(db)).toEqual([])
    },
  )
})
