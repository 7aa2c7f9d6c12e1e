import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type Secrets, savedSecrets } from './secrets.ts'
import { sha256 } from './tokens.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const port = z.coerce.number().int().min(1).max(65_535)
const httpUrl = z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' })
/** Kept as browsers write it in Origin (lower case, no usual port), else no form would ever come from it. */
const origin = httpUrl
  .refine((given) => isOrigin(given), {
    message: 'an origin like https://shop.example, without path, query or user',
  })
  .transform((given) => new URL(given).origin)
const socketUrl = z.url({ protocol: /^wss?$/, error: 'an address that begins with ws:// or wss://' })
const text = z
  .string()
  .trim()
  .min(1, 'not only blanks')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break out of a mail's header
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'on one line')
/** Wide enough to be chance: a repeated letter is long, but no secret. */
const secret = z
  .string()
  .trim()
  .min(32, 'at least 32 characters')
  .refine((value) => new Set(value).size >= 8, { message: 'chance, not a pattern: openssl rand -base64 32' })

/** Every variable the shop reads; `.env.example` tells of each. */
export const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  APP_URL: origin.optional(),
  CABLE_URL: socketUrl.optional(),
  DATABASE_PATH: text.default('storage/droveway.sqlite3'),
  STORAGE_PATH: text.optional(),
  SESSION_SECRET: secret.optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  STORE_NAME: text.default('Droveway'),
  SUPPORT_EMAIL: z.email().default('help@droveway.example'),
  SUPPORT_PHONE: text.default('(555) 010-0199'),
  POSTAL_CODE_CAPTURE: z.enum(['on', 'off']).default('off'),
  EMAIL_CAPTURE_SECONDS: z.coerce.number().int().min(1).max(86_400).optional(),
  ANNOUNCEMENT: text.max(200).optional(),
  DEMO: flag.optional(),
  NOW: z.iso.datetime({ offset: true }).optional(),
  HOLD_SECONDS: z.coerce.number().int().min(1).max(86_400).optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_JS_URL: httpUrl.optional(),
  PAYMENTS: z.enum(['embedded']).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'an address like smtps://user:password@mail.example' })
    .optional(),
  MAIL_FROM: text.optional(),
})

export type Config = {
  production: boolean
  demo: boolean
  port: number
  host: string
  /** Where shoppers reach the shop: an origin without a slash at its end. */
  appUrl: string
  /** Where browsers open the live socket; null: at /cable of the shop. */
  cableUrl: string | null
  databasePath: string
  storagePath: string
  sessionSecret: string
  trustedProxies: number
  logLevel: string
  store: { name: string; email: string; phone: string }
  /** What visitors are asked by themselves: the zip code before the first add, the email after so many seconds. */
  captures: { postalCode: boolean; emailSeconds: number | null }
  /** A word on every page, until it is closed; another word is another token. */
  announcement: { token: string; message: string } | null
  /** The shop clock's start, epoch milliseconds; only in a demo. */
  startsAt: number | null
  holdSeconds: number
  rateLimited: boolean
  payments: PaymentsConfig
  mail: { smtpUrl: string | null; from: string }
}

export type PaymentsConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** null: Stripe itself, or the embedded stand-in. */
  apiBase: string | null
  /** null: the packages' own address of Stripe.js, or the stand-in's. */
  scriptUrl: string | null
  embedded: boolean
}

export class ConfigError extends Error {}

/** Reads the environment once, at the start. @throws ConfigError with a line for each thing that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  }
  return toConfig(parsed.data)
}

type Env = z.infer<typeof Environment>

function toConfig(env: Env): Config {
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`
  const demo = env.DEMO ?? isLocal(appUrl)
  const storagePath = env.STORAGE_PATH ?? dirname(env.DATABASE_PATH)
  const problems = [
    ...paymentProblems(env),
    ...cableProblems(env, appUrl),
    ...(demo ? [] : liveProblems(env, appUrl)),
  ]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))

  const secrets = demo ? demoSecrets(storagePath) : null
  return {
    production: env.NODE_ENV === 'production',
    demo,
    port: env.PORT,
    host: env.HOST,
    appUrl,
    cableUrl: env.CABLE_URL ?? null,
    databasePath: env.DATABASE_PATH,
    storagePath,
    sessionSecret: env.SESSION_SECRET ?? secrets?.session ?? '',
    trustedProxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    store: { name: env.STORE_NAME, email: env.SUPPORT_EMAIL, phone: env.SUPPORT_PHONE },
    captures: {
      postalCode: env.POSTAL_CODE_CAPTURE === 'on',
      emailSeconds: env.EMAIL_CAPTURE_SECONDS ?? null,
    },
    announcement: announced(env.ANNOUNCEMENT),
    startsAt: env.NOW ? Date.parse(env.NOW) : null,
    holdSeconds: env.HOLD_SECONDS ?? 600,
    rateLimited: env.RATE_LIMITS === 'on',
    payments: paymentsOf(env, secrets),
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM ?? `${env.STORE_NAME} <${env.SUPPORT_EMAIL}>`,
    },
  }
}

const announced = (message: string | undefined) =>
  message === undefined ? null : { token: sha256(message).slice(0, 16), message }

function demoSecrets(storagePath: string): Secrets {
  const file = join(storagePath, 'demo-secrets.json')
  try {
    return savedSecrets(file)
  } catch (error) {
    throw new ConfigError(
      `STORAGE_PATH: ${file} cannot be used (${error instanceof Error ? error.message : 'unreadable'})`,
    )
  }
}

function isOrigin(given: string): boolean {
  if (!URL.canParse(given)) return false
  const { pathname, search, hash, username, password } = new URL(given)
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
}

const isLocal = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** What the embedded payments go by, who guard nobody's money. */
const EMBEDDED = { secretKey: 'sk_test_embedded', publishableKey: 'pk_test_embedded' }

const isEmbedded = (env: Env) => !env.STRIPE_SECRET_KEY && !env.STRIPE_API_BASE

function paymentsOf(env: Env, secrets: Secrets | null): PaymentsConfig {
  const embedded = isEmbedded(env)
  return {
    secretKey: env.STRIPE_SECRET_KEY ?? EMBEDDED.secretKey,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? EMBEDDED.publishableKey,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? secrets?.webhook ?? '',
    apiBase: env.STRIPE_API_BASE ?? null,
    scriptUrl: env.STRIPE_JS_URL ?? null,
    embedded,
  }
}

function paymentProblems(env: Env): string[] {
  if (isEmbedded(env)) return []
  return (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    .filter((name) => !env[name])
    .map((name) => `${name}: needed as soon as payments are not the embedded ones`)
}

/** The socket is known by the shop's cookie, which goes to no other host. */
const cableProblems = ({ CABLE_URL: url }: Env, appUrl: string): string[] =>
  url === undefined || new URL(url).hostname === new URL(appUrl).hostname
    ? []
    : ['CABLE_URL: on the host of APP_URL, at another port or path']

const SHORTEST_WEBHOOK_SECRET = 16

/** A live shop starts with all of its secrets and none of the demo's doors. */
function liveProblems(env: Env, appUrl: string): string[] {
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_JS_URL: scriptUrl } = env
  const missing = (['SESSION_SECRET', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_FROM'] as const)
    .filter((name) => !env[name])
    .map((name) => `${name}: a live shop needs it`)
  const demoOnly = (['NOW', 'HOLD_SECONDS'] as const)
    .filter((name) => env[name] !== undefined)
    .map((name) => `${name}: only for a demo shop`)
  return [
    ...missing,
    ...demoOnly,
    ...(webhookSecret !== undefined && webhookSecret.length < SHORTEST_WEBHOOK_SECRET
      ? [`STRIPE_WEBHOOK_SECRET: at least ${SHORTEST_WEBHOOK_SECRET} characters`]
      : []),
    ...(env.CABLE_URL?.startsWith('ws:') ? ['CABLE_URL: a live shop speaks over wss'] : []),
    ...(scriptUrl?.startsWith('http:') ? ['STRIPE_JS_URL: a live shop takes it over https'] : []),
    ...(env.STRIPE_SECRET_KEY === EMBEDDED.secretKey ? ["STRIPE_SECRET_KEY: that is the demo shop's"] : []),
    ...(env.RATE_LIMITS === 'off' ? ['RATE_LIMITS: only a demo shop may turn its limits off'] : []),
    ...(isEmbedded(env) && env.PAYMENTS !== 'embedded'
      ? ['STRIPE_SECRET_KEY: a live shop needs Stripe (or PAYMENTS=embedded, asked for by name)']
      : []),
    ...(isLocal(appUrl) || appUrl.startsWith('https://')
      ? []
      : ['APP_URL: a live shop is served over https']),
  ]
}
