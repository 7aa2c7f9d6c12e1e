import { eq } from 'drizzle-orm'
import { integrityProblems, serialize } from '#db/client.ts'
import { sessions } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { offerToken, prepareToPay } from './buying.ts'
import { sessionHashOf } from './cable.ts'
import { type Person, personWith, restoredShop, type ShopWithPeople, shopWithPeople } from './people.ts'
import { random } from './random.ts'
import { type Known, oddRequest } from './random-requests.ts'
import { appRoutes } from './routes.ts'
import type { World } from './world.ts'

export const SENDERS = ['owner', 'stranger', 'staff'] as const
export type Sender = (typeof SENDERS)[number]

const FIRST_SEEDS: Record<Sender, number> = { owner: 1, stranger: 1_000, staff: 1_000_000 }
const LEAK =
  /at .*\.(m?js|tsx?):\d+|SQLITE_|node_modules|SqliteError|DrizzleError|ZodError|TypeError|RangeError/
/** Far longer than any response takes on any machine: this catches requests that never get one. */
const HANG_MS = 60_000

/** Responses per status, routes that succeeded, routes that got past 403 and 404, and the problems found. */
export type OddOutcome = {
  statuses: Map<number, number>
  trodden: Set<string>
  heard: Set<string>
  problems: string[]
}

/**
 * Sends odd requests to every route in turn, then up to `rounds` more to those in `mustHear` that have rejected all of
 * theirs. Deterministic for a given sender and seed.
 */
export async function playOddRequests(
  sender: Sender,
  seed: number,
  rounds: number,
  mustHear: string[] = [],
): Promise<OddOutcome> {
  const { begin, isOver, routes, known } = await scene(sender)
  const draw = random(seed * FIRST_SEEDS[sender])
  const outcome: OddOutcome = { statuses: new Map(), trodden: new Set(), heard: new Set(), problems: [] }
  const nextRoute = (round: number) => {
    if (round < rounds) return routes[round % routes.length]
    const isDeaf = (place: string) => mustHear.includes(place) && !outcome.heard.has(place)
    const deaf = routes.filter(({ path }) => isDeaf(placeOf(path)))
    return deaf[round % deaf.length]
  }
  let shop = await begin()
  for (let round = 0; round < 2 * rounds; round += 1) {
    const route = nextRoute(round)
    if (!route) break
    if (isOver(shop)) {
      outcome.problems.push(...unsound(shop))
      shop = await begin()
    }
    const request = oddRequest(draw, [route], known)
    const told = `seed ${seed}, round ${round}: ${request.method} ${request.url}`
    await send(shop, request, told, outcome)
  }
  outcome.problems.push(...unsound(shop))
  return outcome
}

/** The route's prefix, without what the URL identifies. */
const placeOf = (path: string) => path.split('/').slice(0, 3).join('/')

async function send({ app }: World, request: Request, told: string, outcome: OddOutcome) {
  const { statuses, trodden, heard, problems } = outcome
  const place = placeOf(new URL(request.url).pathname)
  const response = await answered(app.fetch(request), told)
  const text = await answered(response, told).then((one) => one.text())
  const { status } = response
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  if (status < 300) trodden.add(`${request.method} ${place}`)
  if (![403, 404].includes(status)) heard.add(place)
  if (status >= 500 || LEAK.test(text)) problems.push(`${told}\n${status} ${text.slice(0, 300)}`)
  const location = response.headers.get('location')
  if (location !== null && new URL(location, 'http://localhost:3000').origin !== 'http://localhost:3000')
    problems.push(`${told}\nleads to ${location}`)
}

const unsound = ({ db }: World) => [...ledgerProblems(db), ...integrityProblems(db)]

/**
 * A shop with an order being paid, used by its signed-in owner, by a stranger who knows every URL, or by staff. When a
 * random request signs the sender out or deletes the account, the shop is restored and play continues.
 */
async function scene(sender: Sender) {
  const here = await shopWithPeople()
  const { tokens, links } = here
  await prepareToPay(personWith(here, 'owner').shopper, tokens.open)
  const who = personWith(here, sender === 'stranger' ? 'anonymous' : sender)
  const bytes = serialize(here.db)
  const begin = async () => {
    const shop = await restoredShop({ ...here, bytes })
    shop.services.metrics.jobHeartbeat.set(shop.services.wallClock.now() / 1000) // as if its worker were running
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
