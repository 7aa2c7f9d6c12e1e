import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { closeDatabase, type Db, openDatabase } from '#db/client.ts'
import { setShopTime, shopClock } from '#src/clock.ts'
import { DAY_MS, HOUR_MS } from '#src/day.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { balanceOf } from '#src/payments/money.ts'
import { random as tokens } from '#src/tokens.ts'
import { signedIn } from '../../support/account.ts'
import type { Process } from '../../support/child.ts'
import { NOW } from '../../support/now.ts'
import {
  errorsOf,
  type Processes,
  providerClient,
  SESSION_SECRET,
  type Server,
  type StandInProcess,
  stopAll,
  until,
} from '../../support/processes.ts'
import { random } from '../../support/random.ts'
import { createShopper } from '../../support/shopper.ts'
import { passRefusal } from '../../support/simulation/asked.ts'
import { actAsMember } from '../../support/simulation/member-acts.ts'
import { memberFaults, memberTally } from '../../support/simulation/member-faults.ts'
import {
  changePrice,
  gatherMembers,
  type MemberShop,
  restock,
  SCARCE,
} from '../../support/simulation/members.ts'
import { testConfig } from '../../support/world.ts'

export type MembersYear = { members: number; days: number; kills: number; seed: number }
export type MembersOutcome = ReturnType<typeof memberTally> & {
  kills: number
  clockJumps: number
  outages: number
  acts: number
  problems: string[]
}

const ACTS_A_DAY = 4
/** A kill lands anywhere in a day's work, sometimes before or after it. */
const LONGEST_DAY_MS = 3_000
const PATIENCE_MS = 180_000

/** The shop's processes and their shared state. */
type Year = {
  scene: Processes
  shop: MemberShop
  databasePath: string
  payments: StandInProcess
  server: Server
  told: Pick<MembersOutcome, 'kills' | 'clockJumps' | 'outages' | 'acts'>
}

/**
 * Runs a shop with members whose server and clock command are separate processes, so that both tend its boxes. Both are
 * killed on many days, the provider fails on others, and on a few the machine was off or its clock is wrong.
 */
export async function liveWithMembers(
  scene: Processes,
  { members, days, kills, seed }: MembersYear,
): Promise<MembersOutcome> {
  const databasePath = await scene.database('members')
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const db = openDatabase(databasePath)
  try {
    const shop = memberShopAt(db, `http://127.0.0.1:${port}`, payments, seed)
    await gatherMembers(shop, members)
    const server = await scene.server({ databasePath, payments, port })
    const told = { kills: 0, clockJumps: 0, outages: 0, acts: 0 }
    const year: Year = { scene, shop, databasePath, payments, server, told }
    const begunAt = shop.now()
    const problems: string[] = []
    for (let day = 1; day <= days && problems.length === 0; day++) {
      await makeTrouble(year)
      const isKilled = shop.draw.next() < (kills - told.kills) / (days - day + 1)
      await passDay(year, begunAt + day * DAY_MS, isKilled)
      const faults = [...memberFaults(db, shop.now()), ...ledgerProblems(db), ...errorsOf(year.server)]
      problems.push(...faults.map((fault) => `day ${day}: ${fault}`))
    }
    problems.push(...(await endProblems(year)))
    await stopAll(year.server, payments)
    return { ...memberTally(db), ...told, problems }
  } finally {
    closeDatabase(db)
  }
}

async function makeTrouble({ shop, payments, told }: Year) {
  const { draw } = shop
  for (let act = 0; act < ACTS_A_DAY; act++) {
    await actAsMember(shop).catch(passRefusal)
    told.acts += 1
  }
  if (draw.chance(0.1)) await restock(shop, SCARCE, 6)
  if (draw.chance(0.1)) await changePrice(shop)
  if (draw.chance(0.04)) {
    told.clockJumps += 1
    await setShopTime(shop.db(), shop.now() + draw.pick([-HOUR_MS, 2 * DAY_MS, 3 * DAY_MS]), Date.now())
  }
  if (!draw.chance(0.2)) return
  told.outages += 1
  await payments.fault({ kind: draw.pick(['error', 'reset', 'not_json']), path: '/v1/**', probability: 0.4 })
}

/** Ends with an hour without failures, in which what failed is retried. */
async function passDay(year: Year, evening: number, isKilled: boolean) {
  const { shop, payments, told } = year
  if (isKilled) {
    told.kills += 1
    const time = startTime(year, evening - HOUR_MS - shop.now())
    await pause(shop.draw.next() * LONGEST_DAY_MS)
    const dying = shop.draw.chance(0.5) ? [time, year.server] : [time]
    for (const one of dying) one.kill('SIGKILL')
    await Promise.all(dying.map(({ exited }) => exited))
    if (dying.length === 2) year.server = await restart(year)
  }
  await passTime(year, evening - HOUR_MS - shop.now())
  await payments.clearTrouble()
  await passTime(year, Math.max(HOUR_MS, evening - shop.now()))
}

const restart = ({ scene, databasePath, payments, server }: Year) =>
  scene.server({ databasePath, payments, port: server.port })

async function passTime(year: Year, milliseconds: number) {
  if (milliseconds < 1_000) return
  const time = startTime(year, milliseconds)
  const code = await time.exited
  if (code !== 0) throw new Error(`time stood still (${code}): ${time.output()}`)
}

/** Advances time with the command, as a person does. */
const startTime = ({ scene, databasePath, payments, server }: Year, milliseconds: number): Process =>
  scene.node(['.build/commands/clock.js', 'advance', `${Math.max(1, Math.round(milliseconds / 60_000))}m`], {
    PORT: String(server.port),
    DATABASE_PATH: databasePath,
    LOG_LEVEL: 'error',
    SESSION_SECRET,
    ...payments.keys,
    STRIPE_API_BASE: payments.origin,
  })

function memberShopAt(db: Db, origin: string, payments: StandInProcess, seed: number): MemberShop {
  const clock = shopClock(db)
  const app = {
    fetch: ({ url, method, headers, body }: Request) =>
      fetch(origin + url.slice(new URL(url).origin.length), {
        method,
        headers,
        body,
        redirect: 'manual',
        ...(body ? { duplex: 'half' } : {}),
      } as RequestInit),
  }
  const provider = { fetch: (request: Request) => askInBrowser(payments, request) }
  const config = { ...testConfig, sessionSecret: SESSION_SECRET }
  const shopper = (cookies?: Record<string, string>) => createShopper(app, provider, cookies)
  const services = { random: tokens } as Parameters<typeof signedIn>[0]['services']
  return {
    draw: random(seed),
    db: () => db,
    now: clock.now,
    stripe: () => providerClient(payments),
    enter: (email) => signedIn({ db, clock, config, services, shopper }, email),
  }
}

async function askInBrowser({ origin, keys }: StandInProcess, request: Request) {
  const fields = (await request.json()) as Record<string, unknown>
  return fetch(`${origin}/browser${new URL(request.url).pathname}`, {
    method: request.method,
    headers: request.headers,
    body: JSON.stringify({ ...fields, key: keys.STRIPE_PUBLISHABLE_KEY }),
  })
}

/** Once all webhooks have arrived and all jobs are done, the two ledgers must be equal, and nothing charged twice. */
async function endProblems(year: Year): Promise<string[]> {
  const { shop, payments } = year
  const db = shop.db()
  const isAtRest = async () => (await payments.pending()) === 0 && dueJobs(db, shop.now()) === 0
  const isEqual = async () => (await isAtRest()) && (await centsApart(db, payments)) === 0
  await stopAll(year.server)
  year.server = await restart(year) // checks every payment that's still open
  await until('the ledgers are equal', isEqual, PATIENCE_MS).catch(() => undefined)
  const apart = await centsApart(db, payments)
  const { chargedTwice } = await payments.ledger()
  const failed = db.all<{ kind: string; error: string }>(
    sql`select kind, error from jobs where state = 'failed'`,
  )
  return [
    ...(apart === 0 ? [] : [`our ledger has ${apart} cents more than the provider's`]),
    ...((await isAtRest()) ? [] : [`${dueJobs(db, shop.now())} jobs are still not done`]),
    ...chargedTwice.map((intent) => `${intent} was charged twice`),
    ...failed.map(({ kind, error }) => `the job ${kind} failed: ${error}`),
    ...errorsOf(year.server),
  ]
}

const dueJobs = (db: Db, now: number): number =>
  db.get<{ rows: number }>(
    sql`select count(*) as rows from jobs where state = 'running' or (state = 'queued' and run_at <= ${now})`,
  ).rows

async function centsApart(db: Db, payments: StandInProcess): Promise<number> {
  const { chargedCents, refundedCents, disputedCents } = await payments.ledger()
  const [ours] = db.all<{ cents: number }>(
    sql`select ${balanceOf('provider')} as cents from money_movements where at >= ${NOW}`,
  )
  return (ours?.cents ?? 0) - (chargedCents - refundedCents - disputedCents)
}
