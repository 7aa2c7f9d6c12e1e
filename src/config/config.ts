import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reasonOf } from '../reason.ts'
import { sha256 } from '../tokens.ts'
import { type OtherScripts, otherScriptsOf } from './analytics-config.ts'
import { type CaptchaConfig, captchaOf, captchaProblems } from './captcha-config.ts'
import { guessedDemoProblems } from './demo-problems.ts'
import { type Env, Environment } from './environment.ts'
import { isLoopback } from './loopback.ts'
import { misspelledProblems } from './misspelled.ts'
import {
  isEmbedded,
  isEmbeddedKey,
  type PaymentsConfig,
  paymentProblems,
  paymentsOf,
} from './payments-config.ts'
import { newSecrets, type Secrets, savedSecrets } from './secrets.ts'
import { type ShippingConfig, shippingOf, shippingProblems } from './shipping-config.ts'
import { type ProviderConfig, socialOf, socialProblems } from './social-config.ts'
import { type TextsConfig, textsOf, textsProblems } from './texts-config.ts'

export type Config = {
  /** Served by `npm run dev`: pages reload after a build, errors show their source. */
  development: boolean
  demo: boolean
  port: number
  host: string
  appUrl: string
  /** Where browsers open the live socket; null: /cable of the shop. */
  cableUrl: string | null
  databasePath: string
  storagePath: string
  /** The folder of the nightly backups, and how many of them stay. */
  backups: { path: string; keep: number }
  sessionSecret: string
  trustedProxies: number
  logLevel: string
  /**
   * Commercial email needs the postal address (CAN-SPAM); without it none is sent. Of a running shop, this and
   * `announcement` are what its owner set last (src/shop-settings/live-config.ts).
   */
  store: Store
  /** Whether to ask for the ZIP code before the first add, and when to ask for an email. */
  captures: { postalCode: boolean; emailSeconds: number | null }
  /** A banner on every page until it's closed; each message has its own token. */
  announcement: { token: string; message: string } | null
  /** Epoch milliseconds; demo only. */
  startsAt: number | null
  holdSeconds: number
  accounts: { magicLinkSeconds: number; resetSeconds: number }
  rateLimited: boolean
  payments: PaymentsConfig
  mail: { smtpUrl: string | null; from: string }
  social: ProviderConfig[]
  captcha: CaptchaConfig | null
  otherScripts: OtherScripts | null
  shipping: ShippingConfig
  texts: TextsConfig
  /** null: the shop's own list of ZIP codes. */
  addresses: { verifier: { key: string; url: string | null } | null; mapsKey: string | null }
}

export type Store = {
  name: string
  email: string
  phone: string
  address: string | null
  /** The owner's lines in emails, each may be empty. */
  words?: { closing: string; receipt: string; shipped: string; delivered: string }
}

const DEMO_ADDRESS = '1 Demo Lane, Reno, NV 89502'

export class ConfigError extends Error {}

/** @param createsShop false: a demo without a database gets no saved secrets @throws ConfigError, a line per problem */
export function readConfig(environment: NodeJS.ProcessEnv, { createsShop = true } = {}): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(variables)
  const problems = misspelledProblems(variables, Object.keys(Environment.shape))
  if (parsed.success) return toConfig(parsed.data, problems, createsShop)
  problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  throw new ConfigError(problems.join('\n'))
}

/** For commands that need a shop: where there is no database, they save no secrets either. */
export const readConfigWithoutCreating = (environment: NodeJS.ProcessEnv): Config =>
  readConfig(environment, { createsShop: false })

function toConfig(env: Env, misspelled: string[], createsShop: boolean): Config {
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`
  const demo = env.DEMO ?? isLocal(appUrl)
  const storagePath = env.STORAGE_PATH ?? dirname(env.DATABASE_PATH)
  const problems = [
    ...misspelled,
    ...paymentProblems(env),
    ...cableProblems(env, appUrl),
    ...socialProblems(env, demo),
    ...captchaProblems(env, demo),
    ...shippingProblems(env, demo),
    ...textsProblems(env, demo),
    ...verifierProblems(env),
    ...(demo ? guessedDemoProblems(env) : liveProblems(env, appUrl)),
  ]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))

  const savesSecrets = createsShop || existsSync(env.DATABASE_PATH)
  const secrets = demo ? demoSecrets(storagePath, savesSecrets) : null
  const sessionSecret = env.SESSION_SECRET ?? secrets?.session ?? ''
  return {
    development: env.NODE_ENV === 'development',
    demo,
    port: env.PORT,
    host: env.HOST,
    appUrl,
    cableUrl: env.CABLE_URL ?? null,
    databasePath: env.DATABASE_PATH,
    storagePath,
    backups: { path: env.BACKUP_PATH ?? join(dirname(env.DATABASE_PATH), 'backups'), keep: env.BACKUP_KEEP },
    sessionSecret,
    trustedProxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    store: {
      name: env.STORE_NAME,
      email: env.SUPPORT_EMAIL,
      phone: env.SUPPORT_PHONE,
      address: env.STORE_ADDRESS ?? (demo ? DEMO_ADDRESS : null),
    },
    captures: {
      postalCode: env.POSTAL_CODE_CAPTURE === 'on',
      emailSeconds: env.EMAIL_CAPTURE_SECONDS ?? null,
    },
    announcement: announcementOf(env.ANNOUNCEMENT),
    startsAt: env.NOW ? Date.parse(env.NOW) : null,
    holdSeconds: env.HOLD_SECONDS ?? 600,
    accounts: { magicLinkSeconds: env.MAGIC_LINK_SECONDS ?? 900, resetSeconds: env.RESET_SECONDS ?? 3600 },
    rateLimited: env.RATE_LIMITS === 'on',
    payments: paymentsOf(env, secrets),
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM ?? `${env.STORE_NAME} <${env.SUPPORT_EMAIL}>`,
    },
    social: socialOf(env),
    captcha: captchaOf(env),
    otherScripts: otherScriptsOf(env),
    shipping: shippingOf(env, sessionSecret),
    texts: textsOf(env, sessionSecret),
    addresses: { verifier: verifierOf(env), mapsKey: env.GOOGLE_MAPS_KEY ?? null },
  }
}

const announcementOf = (message: string | undefined) =>
  message === undefined ? null : { token: sha256(message).slice(0, 16), message }

function demoSecrets(storagePath: string, saves: boolean): Secrets {
  const file = join(storagePath, 'demo-secrets.json')
  try {
    return saves ? savedSecrets(file) : newSecrets()
  } catch (error) {
    throw new ConfigError(`STORAGE_PATH: ${file} cannot be used (${reasonOf(error)})`)
  }
}

const isLocal = (url: string) => isLoopback(new URL(url).hostname)

const verifierOf = ({ ADDRESS_VERIFIER: name, ADDRESS_VERIFIER_KEY: key, ADDRESS_VERIFIER_URL: url }: Env) =>
  name === 'smarty' && key ? { key, url: url ?? null } : null

/** Refuses a half-configured verifier, because its operator would believe that addresses are verified. */
function verifierProblems(env: Env): string[] {
  if (env.ADDRESS_VERIFIER === 'smarty') {
    return env.ADDRESS_VERIFIER_KEY ? [] : ['ADDRESS_VERIFIER_KEY: required with ADDRESS_VERIFIER=smarty']
  }
  return (['ADDRESS_VERIFIER_KEY', 'ADDRESS_VERIFIER_URL'] as const)
    .filter((name) => env[name] !== undefined)
    .map((name) => `${name}: allowed only with ADDRESS_VERIFIER=smarty`)
}

/** The socket identifies a visitor by the shop's cookie, which browsers send to no other host. */
const cableProblems = ({ CABLE_URL: url }: Env, appUrl: string): string[] =>
  url === undefined || new URL(url).hostname === new URL(appUrl).hostname
    ? []
    : ['CABLE_URL: must be on the host of APP_URL; its port and path may differ']

const MIN_WEBHOOK_SECRET_LENGTH = 16

function liveProblems(env: Env, appUrl: string): string[] {
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_JS_URL: scriptUrl } = env
  const missing = (['SESSION_SECRET', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_FROM'] as const)
    .filter((name) => !env[name])
    .map((name) => `${name}: required in a live shop`)
  const demoOnly = (['NOW', 'HOLD_SECONDS', 'MAGIC_LINK_SECONDS', 'RESET_SECONDS'] as const)
    .filter((name) => env[name] !== undefined)
    .map((name) => `${name}: allowed only in a demo shop`)
  return [
    ...missing,
    ...demoOnly,
    ...(webhookSecret !== undefined && webhookSecret.length < MIN_WEBHOOK_SECRET_LENGTH
      ? [`STRIPE_WEBHOOK_SECRET: must have at least ${MIN_WEBHOOK_SECRET_LENGTH} characters`]
      : []),
    ...(env.CABLE_URL?.startsWith('ws:') ? ['CABLE_URL: a live shop must use wss'] : []),
    ...(scriptUrl?.startsWith('http:') ? ['STRIPE_JS_URL: a live shop must use https'] : []),
    ...(env.ADDRESS_VERIFIER_URL?.startsWith('http:')
      ? ['ADDRESS_VERIFIER_URL: a live shop must use https']
      : []),
    ...(isEmbeddedKey(env.STRIPE_SECRET_KEY) ? ["STRIPE_SECRET_KEY: that's the demo shop's key"] : []),
    ...(env.SMTP_URL?.endsWith('?tls=no') ? ['SMTP_URL: a live shop must send mail over TLS'] : []),
    ...(env.RATE_LIMITS === 'off' ? ['RATE_LIMITS: only a demo shop may turn limits off'] : []),
    ...(isEmbedded(env) && env.PAYMENTS !== 'embedded'
      ? ['STRIPE_SECRET_KEY: a live shop needs Stripe, or an explicit PAYMENTS=embedded']
      : []),
    ...(isLocal(appUrl) || appUrl.startsWith('https://') ? [] : ['APP_URL: a live shop must use https']),
  ]
}
