import { setTimeout as pause } from 'node:timers/promises'
import { Database } from '#db/driver.mjs'
import { type Measured, stopwatch } from './load.ts'
import { BOTH } from './processes.ts'
import type { Row } from './report.ts'
import { openShop, type Shop } from './shop.ts'
import { openWire, request, type Wire } from './wire.ts'

/** Of the demo accounts, whose password everybody may know. */
const PASSWORD = 'demo-pasture-2026'
const SAMPLES = 200
const SIGN_INS_A_SECOND = 50
const LISTINGS_A_SECOND = 100
const JSON_BOTH_WAYS = ['Accept: application/json', 'Content-Type: application/json']

const known = (nth: number) => `known${nth}@example.com`
const unknown = (nth: number) => `ghost${nth}@example.com`

/** Gives a shop's file accounts enough that none is asked twice for the same. Before its server is started. */
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

export type AccountFigures = {
  rows: Row[]
  /** How far the medians of known and unknown addresses are apart, in percent, for each call. */
  apart: { name: string; percent: number }[]
  /** The listing while fifty people a second sign in. */
  listing: Measured
}

/**
 * What accounts cost, and what their calls tell by the time they take. The server has both cores here: fifty passwords
 * a second are the work of one, done in threads, and the question is whether the loop waits for them.
 */
export async function measureAccounts(file: string, pace: number): Promise<AccountFigures> {
  addAccounts(file)
  const shop = await openShop(file, [], BOTH)
  const rows: Row[] = []
  const apart: AccountFigures['apart'] = []
  for (const call of CALLS) {
    const measured = await knownAndUnknown(shop, call)
    rows.push({ name: `${call.name}, with an account`, measured: measured.known })
    rows.push({ name: `${call.name}, without one`, measured: measured.unknown })
    apart.push({ name: call.name, percent: percentApart(measured.known.p50, measured.unknown.p50) })
  }
  const calm = await listing(shop, 6 * pace)
  const { among, signIns } = await whileSigningIn(shop, 12 * pace)
  rows.push(
    { name: `listing, ${LISTINGS_A_SECOND} a second`, measured: calm },
    { name: `the same, beside ${SIGN_INS_A_SECOND} sign-ins a second`, measured: among },
    { name: 'those sign-ins', measured: signIns },
  )
  await shop.stop()
  return { rows, apart, listing: among }
}

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

/** Each address once, both kinds turn about in an order that no job of the last one can keep in step with. */
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
    known: { ...stop.known(took.known), failed, bytes: 0 },
    unknown: { ...stop.unknown(took.unknown), failed, bytes: 0 },
  }
}

async function whileSigningIn(shop: Shop, seconds: number) {
  const seats = await Promise.all(Array.from({ length: 24 }, () => comeToSignIn(shop.port)))
  const signingIn = atPace(shop, SIGN_INS_A_SECOND, seconds, seats, async (seat, nth) => {
    const { status } = await seat.call('/v1/cc_signin', { email: known(nth % SAMPLES), password: PASSWORD })
    return status === 200
  })
  const [among, signIns] = await Promise.all([listing(shop, seconds), signingIn])
  for (const seat of seats) seat.leave()
  return { among, signIns }
}

/** The listing as somebody sees it who just came, so often that a shop is busy and its core is not. */
async function listing(shop: Shop, seconds: number): Promise<Measured> {
  const page = request('GET', '/shop', ['Accept: text/html'])
  const wires = await Promise.all(Array.from({ length: 16 }, () => openWire(shop.port)))
  const measured = await atPace(shop, LISTINGS_A_SECOND, seconds, wires, async (wire) => {
    return (await wire.ask(page)).status === 200
  })
  for (const wire of wires) wire.close()
  return measured
}

/** Asks so many times a second, however long answers take: less often only where all seats wait for theirs. */
async function atPace<Seat>(
  { pid }: Shop,
  aSecond: number,
  seconds: number,
  seats: Seat[],
  ask: (seat: Seat, nth: number) => Promise<boolean>,
): Promise<Measured> {
  const stop = stopwatch(pid)
  const [free, under, took] = [[...seats], new Set<Promise<void>>(), [] as number[]]
  let failed = 0
  const began = performance.now()
  for (let nth = 0; nth < aSecond * seconds; nth++) {
    const early = began + (nth * 1000) / aSecond - performance.now()
    if (early > 0) await pause(early)
    const seat = free.shift()
    if (!seat) continue
    const asked = performance.now()
    const asking = ask(seat, nth).then((isGood) => {
      took.push(performance.now() - asked)
      if (!isGood) failed++
      free.push(seat)
      under.delete(asking)
    })
    under.add(asking)
  }
  await Promise.all(under)
  return { ...stop(took), failed, bytes: 0 }
}

/** Somebody at the sign-in page, who stays signed in from one sign-in to the next. */
async function comeToSignIn(port: number) {
  const wire: Wire = await openWire(port)
  let [cookie, token] = ['', '']
  const page = await wire.ask(request('GET', '/signin', ['Accept: text/html']))
  takeCookie(page.head)
  token = /name="csrf-token" content="([^"]+)"/.exec(page.body.toString('latin1'))?.[1] ?? ''

  function takeCookie(head: string) {
    cookie = /\r\nset-cookie: ((?:__Host-)?session=[^;]+)/i.exec(head)?.[1] ?? cookie
  }

  return {
    async call(path: string, fields: object) {
      const headers = [...JSON_BOTH_WAYS, `Cookie: ${cookie}`, `X-CSRF-Token: ${token}`]
      const answer = await wire.ask(request('POST', path, headers, JSON.stringify(fields)))
      takeCookie(answer.head)
      token = /"csrf_token":"([^"]+)"/.exec(answer.body.toString('latin1'))?.[1] ?? token
      return answer
    },
    leave: () => wire.close(),
  }
}
