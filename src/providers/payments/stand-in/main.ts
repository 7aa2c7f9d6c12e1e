import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { openStandInStore } from '../../stand-in/store/store.ts'
import { createStandIn } from './index.ts'

/** The stand-in as its own process, for benchmarks and crash tests: API, browser script and control on one port. */
const env = process.env
const requireEnv = (name: string) => env[name] ?? exitWith(`${name} is required`)

const store = openStandInStore(env.STAND_IN_STORE ?? ':memory:')
const standIn = createStandIn({
  store,
  webhookUrl: env.WEBHOOK_URL ?? null,
  webhookSecret: requireEnv('STRIPE_WEBHOOK_SECRET'),
  webhookEvents: env.WEBHOOK_EVENTS?.split(','),
  secretKey: requireEnv('STRIPE_SECRET_KEY'),
  publishableKey: requireEnv('STRIPE_PUBLISHABLE_KEY'),
  browserScript: readScript(env.STAND_IN_SCRIPT ?? '.build/stand-in-stripe.js'),
  processingMs: env.STAND_IN_PROCESSING_MS ? Number(env.STAND_IN_PROCESSING_MS) : undefined,
  log: { info: () => {}, warn: logToStderr, error: logToStderr },
})

const app = new Hono()
app.use(
  '/browser/*',
  cors({ origin: (origin) => (isLocal(origin) ? origin : null), allowHeaders: ['Content-Type'] }),
)
app.route('/browser', standIn.browser)
app.route('/control', standIn.controlApi)
app.route('/', standIn.api)

const server = serve(
  { fetch: app.fetch, port: Number(env.STAND_IN_PORT ?? 0), hostname: '127.0.0.1' },
  ({ port }) => {
    standIn.start()
    process.stdout.write(`payments stand-in on http://127.0.0.1:${port}\n`)
  },
)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    server.close()
    await standIn.stop()
    store.close()
    process.exit(0)
  })
}

function isLocal(origin: string): boolean {
  return URL.canParse(origin) && ['localhost', '127.0.0.1'].includes(new URL(origin).hostname)
}

function readScript(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function logToStderr(fields: object, message: string) {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
}

function exitWith(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
