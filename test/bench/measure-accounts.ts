import { Database } from '#db/driver.mjs'
import { atPace } from './at-pace.ts'
import { stopwatch } from './load.ts'
import type { Figure, Findings, Measured, Row } from './measured.ts'
import { BOTH } from './processes.ts'
import { type Shop, withShop } from './shop.ts'
import type { Stage } from './stage.ts'
import { AS_BROWSERS_ASK, openWire, request, type Wire } from './wire.ts'

/** The demo accounts' public password. */
export const PASSWORD = 'demo-pasture-2026'
const SAMPLES = 200
const SIGN_INS_A_SECOND = 50
export const LISTINGS_A_SECOND = 100
const JSON_BOTH_WAYS = ['Accept: application/json', 'Content-Type: application/json']

const known = (nth: number) => `known${nth}@example.com`
const unknown = (nth: number) => `ghost${nth}@example.com`

/** Adds enough accounts to a shop's file that none is used twice for the same call. Run before its server starts. */
function addAccounts(file: string) {
  const db = new Database(file)
  const insert = db.prepare(`
    insert into users (token, email, password_hash, email_verified_at, created_at)
    select ?, ?, password_hash, email_verified_at, created_at from users where email = 'shopper@example.com'`)
  db.transaction(() => {
    for (let nth = 0; nth < SAMPLES; nth++) insert.run(`bench${nth}`.padEnd(22, 'x'), known(nth))
  })()
  db.close()
}

/**
 * Measures account calls, and whether their timing reveals if an account exists. The server gets both cores here: fifty
 * password checks a second keep one busy in threads, and the question is whether the event loop waits for them.
 */
export async function measureAccounts({ name, checkout, copy, pace }: Stage): Promise<Findings> {
  const file = copy()
  addAccounts(file)
  return withShop(file, { checkout, core: BOTH }, async (shop) => {
    const rows: Row[] = []
    const figures: Figure[] = []
    for (const call of CALLS) {
      const measured = await knownAndUnknown(shop, call)
      rows.push({ shop: name, name: `${call.name}, with an account`, measured: measured.known })
      rows.push({ shop: name, name: `${call.name}, without one`, measured: measured.unknown })
      const apart = percentApart(measured.known.p50, measured.unknown.p50)
      figures.push({ shop: name, name: `${call.name}: ${APART}`, value: apart, unit: '%' })
    }
    const calm = await listing(shop, 2 * pace)
    const { among, signIns } = await whileSigningIn(shop, 4 * pace)
    rows.push(
      { shop: name, name: `listing, ${LISTINGS_A_SECOND} a second`, measured: calm },
      { shop: name, name: BESIDE_SIGN_INS, measured: among },
      { shop: name, name: 'those sign-ins', measured: signIns },
    )
    return { rows, figures }
  })
}

/** How far apart the medians for known and unknown addresses are. */
export const APART = 'with an account or without, apart'
export const BESIDE_SIGN_INS = `the same, beside ${SIGN_INS_A_SECOND} sign-ins a second`

type Call = { name: string; path: string; status: number; fields: (email: string) => object }

const CALLS: Call[] = [
  {
    name: 'sign-in, wrong password',
    path: '/v1/cc_signin',
    status: 401,
    fields: (email) => ({ email, password: 'not-the-password' }),
  },
  {
    name: 'magic link',
    path: '/v1/send_email_login_link',
    status: 200,
    fields: (email_address) => ({ email_address }),
  },
  { name: 'reset link', path: '/v1/reset_password', status: 200, fields: (email) => ({ email }) },
]

const percentApart = (one: number, other: number) => (100 * Math.abs(one - other)) / Math.min(one, other)

/** Calls with each address once, alternating between both kinds in an order that no background job can align with. */
async function knownAndUnknown({ port, pid }: Shop, { path, status, fields }: Call) {
  const guest = await comeToSignIn(port)
  const stop = { known: stopwatch(pid), unknown: stopwatch(pid) }
  const took = { known: [] as number[], unknown: [] as number[] }
  let failed = 0
  for (let nth = 0; nth < 2 * SAMPLES; nth++) {
    const isKnown = (nth * 7919 + (nth >> 3)) % 2 === 0
    const kind = took[isKnown ? 'known' : 'unknown'].length < SAMPLES === isKnown ? 'known' : 'unknown'
    const email = (kind === 'known' ? known : unknown)(took[kind].length)
    const asked = performance.now()
    const answer = await guest.call(path, fields(email))
    took[kind].push(performance.now() - asked)
    if (answer.status !== status) failed++
  }
  guest.leave()
  return {
    known: { ...halved(stop.known(took.known)), failed, bytes: 0 },
    unknown: { ...halved(stop.unknown(took.unknown)), failed, bytes: 0 },
  }
}

/** Both kinds ran during the same time, so each counted the CPU time of both. */
const halved = <M extends { cpu: number }>(measured: M): M => ({ ...measured, cpu: measured.cpu / 2 })

async function whileSigningIn(shop: Shop, seconds: number) {
  const seats = await Promise.all(Array.from({ length: 24 }, () => comeToSignIn(shop.port)))
  const signingIn = atPace({
    pid: shop.pid,
    aSecond: SIGN_INS_A_SECOND,
    seconds,
    seats,
    ask: async (seat, nth) => {
      const { status } = await seat.call('/v1/cc_signin', { email: known(nth % SAMPLES), password: PASSWORD })
      return status === 200
    },
  })
  const [among, signIns] = await Promise.all([listing(shop, seconds), signingIn])
  for (const seat of seats) seat.leave()
  return { among, signIns }
}

/** The listing for a first-time visitor, often enough to keep the shop busy but not its core. */
export async function listing(shop: Shop, seconds: number): Promise<Measured> {
  const page = request('GET', '/shop', ['Accept: text/html', AS_BROWSERS_ASK])
  const wires = await Promise.all(Array.from({ length: 16 }, () => openWire(shop.port)))
  const measured = await atPace({
    pid: shop.pid,
    aSecond: LISTINGS_A_SECOND,
    seconds,
    seats: wires,
    ask: async (wire) => (await wire.ask(page)).status === 200,
  })
  for (const wire of wires) wire.close()
  return measured
}

/** A visitor on the sign-in page who keeps their session across sign-ins. */
export async function comeToSignIn(port: number) {
  const wire: Wire = await openWire(port)
  let [cookie, token] = ['', '']
  const page = await wire.ask(request('GET', '/signin', ['Accept: text/html']))
  takeCookie(page.head)
  token = /name="csrf-token" content="([^"]+)"/.exec(page.body.toString('latin1'))?.[1] ?? ''

  function takeCookie(head: string) {
    cookie = /\r\nset-cookie: ((?:__Host-)?session=[^;]+)/i.exec(head)?.[1] ?? cookie
  }

  return {
    async call(path: string, fields: object, more: string[] = []) {
      const headers = [...JSON_BOTH_WAYS, ...more, `Cookie: ${cookie}`, `X-CSRF-Token: ${token}`]
      const answer = await wire.ask(request('POST', path, headers, JSON.stringify(fields)))
      takeCookie(answer.head)
      token = /"csrf_token":"([^"]+)"/.exec(answer.body.toString('latin1'))?.[1] ?? token
      return answer
    },
    read: (path: string) => wire.ask(request('GET', path, ['Accept: application/json', `Cookie: ${cookie}`])),
    cookie: () => cookie,
    leave: () => wire.close(),
  }
}
