import { createMiddleware } from 'hono/factory'
import type { Assets } from '../assets.ts'
import type { Config } from '../config/config.ts'
import type { AppEnv } from './env.ts'
import { NO_OTHERS, otherHosts } from './other-hosts.ts'

/** One policy without nonces, because Turbo keeps the first page's. The hash allows Turbo's own style. */
export function secureHeaders(config: Config, assets: Assets) {
  const fixed = fixedHeaders(config, contentPolicy(config, assets))
  const withOthers = fixedHeaders(config, contentPolicy(config, assets, otherHosts(config)))
  return createMiddleware<AppEnv>(async function secured(c, next) {
    await next()
    const headers = c.var.loadsOthers ? withOthers : fixed
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
}

function fixedHeaders(config: Config, policy: string): [string, string][] {
  const https = config.appUrl.startsWith('https:')
  return [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    [
      'Permissions-Policy',
      'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
    ],
    ...(https
      ? ([['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] as [string, string][])
      : []),
  ]
}

function contentPolicy(config: Config, assets: Assets, others = NO_OTHERS): string {
  const payments = paymentHosts(config)
  const captcha = captchaHosts(config)
  const frames = [...payments.frames, ...captcha.frames, ...others.frames]
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...payments.scripts, ...captcha.scripts, ...others.scripts].join(' '),
    ['connect-src', "'self'", socketHost(config), ...payments.calls, ...others.calls].join(' '),
    ['frame-src', ...(frames.length > 0 ? frames : ["'none'"])].join(' '),
    ["img-src 'self' data:", ...others.pictures].join(' '),
    `style-src 'self' 'sha256-${assets.turboStyleHash}'`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const socketHost = ({ appUrl, cableUrl }: Config) =>
  cableUrl === null ? appUrl.replace(/^http/, 'ws') : new URL(cableUrl).origin

function paymentHosts({ payments }: Config) {
  if (payments.embedded) return { scripts: [], calls: [], frames: [] }
  if (payments.scriptUrl) {
    const host = new URL(payments.scriptUrl).origin
    return { scripts: [host], calls: [host], frames: [host] }
  }
  const stripeJs = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return {
    scripts: stripeJs,
    calls: ['https://api.stripe.com'],
    frames: [...stripeJs, 'https://hooks.stripe.com'],
  }
}

const captchaHosts = ({ captcha }: Config) =>
  captcha === null
    ? { scripts: [], frames: [] }
    : {
        scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
        frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
      }
