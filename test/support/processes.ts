import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import type { FaultRule } from '#src/providers/payments/stand-in/faults.ts'
import type { Ledger } from '#src/providers/payments/stand-in/ledger.ts'

/** The shop and its payment provider as processes of their own, on free ports, in a folder that goes away again. */
export type Scene = {
  folder: string
  /** A copy of the seeded demo shop, or of `from`; whoever wrote it must have closed it. */
  database(name: string, from?: string): Promise<string>
  freePort(): Promise<number>
  server(options: ServerOptions): Promise<Server>
  standIn(options?: StandInOptions): Promise<StandInProcess>
  /** Any other script of Node's; `args` as after `node`. */
  node(args: string[], env?: Record<string, string>): Process
  run(command: string, args: string[], env?: Record<string, string>): Process
}

export type ServerOptions = {
  databasePath: string
  port?: number
  /** Without it the shop brings its embedded one. */
  payments?: StandInProcess
  env?: Record<string, string>
  /** false: come back at once, not when it is ready. */
  wait?: boolean
}

export type Process = {
  pid: number
  /** Settles with the exit code, or the name of the signal that ended it. */
  exited: Promise<number | string>
  /** Everything it wrote, both streams. */
  output(): string
  kill(signal: NodeJS.Signals): void
}

export type Server = Process & { port: number; origin: string; databasePath: string; ready(): Promise<void> }

type StandInOptions = { port?: number; webhookPort?: number; env?: Record<string, string> }

export type StandInProcess = Process & {
  port: number
  origin: string
  keys: Record<string, string>
  ledger(): Promise<Ledger>
  fault(rule: FaultRule): Promise<void>
  webhooks(settings: Record<string, unknown>): Promise<void>
  clearTrouble(): Promise<void>
  pending(): Promise<number>
}

const READY_MS = 60_000
const LOOK_EVERY_MS = 40

export const SESSION_SECRET = 'a-session-secret-of-the-process-tests-only'

export const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_process_tests',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_process_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_process_tests',
}

const children = new Set<ChildProcess>()
process.once('exit', killAll)

function killAll() {
  for (const child of children) child.kill('SIGKILL')
}

/** Plays with real processes, and leaves none of them behind, nor their files, however it ends. */
export async function scene<T>(play: (scene: Scene) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-scene-'))
  const mine: Process[] = []
  const run: Scene['run'] = (command, args, env = {}) => {
    const started = start(command, args, env)
    mine.push(started)
    return started
  }
  const node: Scene['node'] = (args, env) => run(process.execPath, args, env)
  try {
    return await play({
      folder,
      node,
      run,
      freePort,
      database: async (name, from) =>
        copyFile(from ?? (await seededShop()), join(folder, name, 'shop.sqlite3')),
      server: (options) => startServer(node, options),
      standIn: (options) => startStandIn(node, folder, options),
    })
  } finally {
    for (const one of mine) one.kill('SIGKILL')
    await Promise.all(mine.map((one) => one.exited))
    rmSync(folder, { recursive: true, force: true })
  }
}

function start(command: string, args: string[], env: Record<string, string>): Process {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-200_000)
    })
  }
  const exited = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve(code ?? signal ?? 'unknown')
    })
  })
  return { pid: child.pid ?? 0, exited, output: () => text, kill: (signal) => void child.kill(signal) }
}

async function startServer(
  node: Scene['node'],
  { databasePath, port, payments, env = {}, wait = true }: ServerOptions,
): Promise<Server> {
  const own = port ?? (await freePort())
  const started = node(['--enable-source-maps', '.build/server.js'], {
    PORT: String(own),
    DATABASE_PATH: databasePath,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    SESSION_SECRET,
    ...(payments ? { ...payments.keys, STRIPE_API_BASE: payments.origin } : {}),
    ...env,
  })
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

async function startStandIn(
  node: Scene['node'],
  folder: string,
  { port, webhookPort, env = {} }: StandInOptions = {},
) {
  const own = port ?? (await freePort())
  const origin = `http://127.0.0.1:${own}`
  const started = node(['.build/stand-in.js'], {
    ...KEYS,
    STAND_IN_PORT: String(own),
    STAND_IN_STORE: join(folder, `provider-${own}.sqlite3`),
    WEBHOOK_EVENTS,
    ...(webhookPort ? { WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/webhooks/stripe` } : {}),
    ...env,
  })
  await untilOk(`${origin}/control`, started)
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    if (!answer.ok)
      throw new Error(`the stand-in's control answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  return {
    ...started,
    port: own,
    origin,
    keys: KEYS,
    ledger: () => control('GET', '/ledger') as Promise<Ledger>,
    fault: (rule: FaultRule) => control('POST', '/faults', rule).then(() => undefined),
    webhooks: (settings: Record<string, unknown>) =>
      control('PUT', '/webhooks', settings).then(() => undefined),
    clearTrouble: () => control('DELETE', '').then(() => undefined),
    pending: async () => ((await control('GET', '')) as { pending: number }).pending,
  }
}

/** What a shop picks in its provider's dashboard. */
const WEBHOOK_EVENTS =
  'payment_intent.succeeded,payment_intent.payment_failed,payment_intent.processing,payment_intent.canceled,' +
  'setup_intent.succeeded,setup_intent.setup_failed'

async function untilOk(url: string, started: Process) {
  let ended: number | string | undefined
  void started.exited.then((code) => {
    ended = code
  })
  const giveUpAt = Date.now() + READY_MS
  while (Date.now() < giveUpAt) {
    if (ended !== undefined) throw new Error(`it ended (${ended}) before it was ready:\n${started.output()}`)
    const answer = await fetch(url).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`${url} was not ready in time:\n${started.output()}`)
}

let seeded: Promise<string> | undefined

/** Made once a test file, by the same command that a person runs, then only copied. */
function seededShop(): Promise<string> {
  seeded ??= makeSeed()
  return seeded
}

async function makeSeed(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-seed-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'shop.sqlite3')
  const seeding = start(process.execPath, ['.build/commands/seed.js'], { DATABASE_PATH: file })
  if ((await seeding.exited) !== 0) throw new Error(`the demo shop could not be seeded:\n${seeding.output()}`)
  return file
}

function copyFile(from: string, to: string): string {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  return to
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** Looks until it is so. @throws with `what` when it never is */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, patienceMs = 60_000) {
  const giveUpAt = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`never came: ${what}`)
    await pause(LOOK_EVERY_MS)
  }
}

/** Stops servers as an operator does, and waits until their files are closed. @returns their exit codes */
export function stopAll(...servers: Process[]): Promise<(number | string)[]> {
  for (const server of servers) server.kill('SIGTERM')
  return Promise.all(servers.map((server) => server.exited))
}

/** The official client, to ask the provider itself. */
export const providerClient = ({ port }: StandInProcess) =>
  new Stripe(KEYS.STRIPE_SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http', telemetry: false })

/** What a server logged as an error, shortened. */
export const errorsOf = (server: Process): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
    .map((line) => line.slice(0, 1_000))
