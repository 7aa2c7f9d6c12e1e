import { z } from 'zod'
import { ANALYTICS_VARIABLES } from './analytics-config.ts'
import { CAPTCHA_VARIABLES } from './captcha-config.ts'
import {
  emailAddress,
  flag,
  httpUrl,
  key,
  oneOf,
  origin,
  secret,
  socketUrl,
  text,
  textOfAtMost,
  timeWithZone,
  wholeNumber,
} from './environment-values.ts'
import { SHIPPING_VARIABLES } from './shipping-config.ts'
import { SOCIAL_VARIABLES } from './social-config.ts'
import { TEXTS_VARIABLES } from './texts-config.ts'

export const Environment = z.object({
  NODE_ENV: oneOf('production', 'development', 'test').default('production'),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  APP_URL: origin.optional(),
  CABLE_URL: socketUrl.optional(),
  DATABASE_PATH: text.default('storage/droveway.sqlite3'),
  STORAGE_PATH: text.optional(),
  BACKUP_PATH: text.optional(),
  BACKUP_KEEP: wholeNumber(1, 1_000).default(14),
  SESSION_SECRET: secret.optional(),
  TRUST_PROXY: wholeNumber(0, 5).default(0),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  STORE_NAME: text.default('Droveway'),
  SUPPORT_EMAIL: emailAddress.default('help@droveway.example'),
  SUPPORT_PHONE: text.default('(555) 010-0199'),
  STORE_ADDRESS: text.optional(),
  POSTAL_CODE_CAPTURE: oneOf('on', 'off').default('off'),
  EMAIL_CAPTURE_SECONDS: wholeNumber(1, 86_400).optional(),
  ANNOUNCEMENT: textOfAtMost(200).optional(),
  DEMO: flag.optional(),
  NOW: timeWithZone.optional(),
  HOLD_SECONDS: wholeNumber(1, 86_400).optional(),
  MAGIC_LINK_SECONDS: wholeNumber(1, 86_400).optional(),
  RESET_SECONDS: wholeNumber(1, 86_400).optional(),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_JS_URL: httpUrl.optional(),
  PAYMENTS: oneOf('embedded').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtps://user:password@mail.example' })
    .refine((url) => ['', '?tls=no'].includes(new URL(url).search), 'takes no option but ?tls=no')
    .optional(),
  MAIL_FROM: text.optional(),
  GOOGLE_MAPS_KEY: key.optional(),
  ADDRESS_VERIFIER: oneOf('embedded', 'smarty').default('embedded'),
  ADDRESS_VERIFIER_KEY: key
    .regex(/^[^:]+:[^:]+$/, 'must be an auth id and its auth token, joined by a colon')
    .optional(),
  ADDRESS_VERIFIER_URL: httpUrl.optional(),
  ...SHIPPING_VARIABLES,
  ...TEXTS_VARIABLES,
  ...SOCIAL_VARIABLES,
  ...CAPTCHA_VARIABLES,
  ...ANALYTICS_VARIABLES,
})

export type Env = z.infer<typeof Environment>
