import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { jobs, textSubscriptions } from '#db/schema/index.ts'
import { setShopTime } from '#src/clock.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { createLog } from '#src/log.ts'
import { keepSums } from '#src/reports/keep-sums.ts'
import { type Process, start, untilOk } from './child.ts'
import { freePort } from './free-port.ts'
import { NOW } from './now.ts'
import { type StandInOptions, type StandInProcess, startStandIn } from './stand-in-process.ts'

export { childrenOf, errorsOf, stopAll, until } from './child.ts'
export { KEYS, providerClient, type StandInProcess } from './stand-in-process.ts'

/** The shop and its payment provider as separate processes on free ports, in a temporary folder. */
export type Processes = {
  folder: string
  /** A copy of the seeded demo shop, with its clock at `NOW`, or of `from`, which must be closed. */
  database(name: string, from?: string): Promise<string>
  freePort(): Promise<number>
  server(options: ServerOptions): Promise<Server>
  standIn(options?: StandInOptions): Promise<StandInProcess>
  /** Any other Node script; `args` as after `node`. */
  node(args: string[], env?: Record<string, string>): Process
  run(command: string, args: string[], env?: Record<string, string>): Process
}

export type ServerOptions = {
  databasePath: string
  port?: number
  /** Without it, the shop uses its embedded one. */
  payments?: StandInProcess
  env?: Record<string, string>
  /** How many processes serve the shop. */
  processes?: number
  /** The path of another Node version. */
  node?: string
  /** false: return at once instead of when it's ready. */
  wait?: boolean
}

export type Server = Process & { port: number; origin: string; databasePath: string; ready(): Promise<void> }

export const SESSION_SECRET = 'a-session-secret-of-the-process-tests-only'

/** Runs a test with real processes; kills them and deletes their files, however it ends. */
export async function withProcesses<T>(play: (scene: Processes) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-scene-'))
  const mine: Process[] = []
  const run: Processes['run'] = (command, args, env = {}) => {
    const started = start(command, args, env)
    mine.push(started)
    return started
  }
  const node: Processes['node'] = (args, env) => run(process.execPath, args, env)
  try {
    return await play({
      folder,
      node,
      run,
      freePort,
      database: async (name, from) => copyShop(from ?? null, join(folder, name, 'shop.sqlite3')),
      server: (options) => startServer(run, options),
      standIn: (options) => startStandIn(node, folder, options),
    })
  } finally {
    for (const one of mine) one.killAll()
    await Promise.all(mine.map((one) => one.exited))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startServer(
  run: Processes['run'],
  {
    databasePath,
    port,
    payments,
    env = {},
    processes = 1,
    node = process.execPath,
    wait = true,
  }: ServerOptions,
): Promise<Server> {
  const own = port ?? (await freePort())
  const started = run(
    node,
    ['.build/server.js', ...(processes > 1 ? ['--processes', String(processes)] : [])],
    {
      PORT: String(own),
      DATABASE_PATH: databasePath,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      SESSION_SECRET,
      ...(payments ? { ...payments.keys, STRIPE_API_BASE: payments.origin } : {}),
      ...env,
    },
  )
  const origin = `http://127.0.0.1:${own}`
  const server = {
    ...started,
    port: own,
    origin,
    databasePath,
    ready: () => untilOk(`${origin}/readyz`, started),
  }
  if (wait) await server.ready()
  return server
}

const SEED = '.build/test-seed'

/** Seeded once per build with the real seed command, then copied. */
async function seededShop(): Promise<string> {
  const file = join(SEED, 'shop.sqlite3')
  if (existsSync(file)) return file
  const draft = `${SEED}-${process.pid}`
  const seeding = start(process.execPath, ['.build/commands/seed.js'], {
    DATABASE_PATH: join(draft, 'shop.sqlite3'),
    NOW: new Date(NOW).toISOString(),
  })
  if ((await seeding.exited) !== 0) throw new Error(`the demo shop could not be seeded:\n${seeding.output()}`)
  await keepBooks(join(draft, 'shop.sqlite3'))
  // File by file: another worker may have finished first, and its copy may be in use.
  mkdirSync(SEED, { recursive: true })
  renameSync(join(draft, 'shop.sqlite3'), file)
  rmSync(draft, { recursive: true })
  return file
}

/** What each server would first do with the demo's orders. */
async function keepBooks(databasePath: string) {
  const db = openDatabase(databasePath)
  const log = createLog('silent')
  await postOrders({ db, log })
  await keepSums({ db, log })
  closeDatabase(db)
}

async function copyShop(from: string | null, to: string): Promise<string> {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from ?? (await seededShop()), to)
  if (from === null) await beginAtNow(to)
  return to
}

/**
 * On the real date, a holiday or weekend would change which delivery days there are. The demo's delayed jobs, such as
 * the end of its storm, would keep the shop from settling; so would a text interrupted by a kill, which is retried
 * after two minutes.
 */
async function beginAtNow(databasePath: string) {
  const db = openDatabase(databasePath)
  await setShopTime(db, NOW, Date.now())
  db.delete(jobs).run()
  db.delete(textSubscriptions).run()
  closeDatabase(db)
}
