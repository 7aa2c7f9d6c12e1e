import { z } from 'zod'
import { CAPTCHA_VARIABLES } from './captcha-config.ts'
import { flag, httpUrl, origin, port, secret, socketUrl, text } from './environment-values.ts'
import { SOCIAL_VARIABLES } from './social-config.ts'

/** Goes into a header unchanged. */
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'must not contain spaces')

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
  MAGIC_LINK_SECONDS: z.coerce.number().int().min(1).max(86_400).optional(),
  RESET_SECONDS: z.coerce.number().int().min(1).max(86_400).optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_JS_URL: httpUrl.optional(),
  PAYMENTS: z.enum(['embedded']).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtps://user:password@mail.example' })
    .optional(),
  MAIL_FROM: text.optional(),
  GOOGLE_MAPS_KEY: key.optional(),
  ADDRESS_VERIFIER: z.enum(['embedded', 'smarty']).default('embedded'),
  ADDRESS_VERIFIER_KEY: key
    .regex(/^[^:]+:[^:]+$/, 'must be an auth id and its auth token, joined by a colon')
    .optional(),
  ADDRESS_VERIFIER_URL: httpUrl.optional(),
  ...SOCIAL_VARIABLES,
  ...CAPTCHA_VARIABLES,
})

export type Env = z.infer<typeof Environment>
