import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { deriveKey } from '../tokens.ts'
import type { AppEnv } from './env.ts'
import { isPrefetch } from './prefetch.ts'
import { wantsHtml } from './respond.ts'
import { privateCookie } from './session-cookie.ts'

const Flash = z.object({
  kind: z.enum(['notice', 'info', 'danger']),
  message: z.string(),
  /** What was typed in which field, so that the form keeps it and shows the message there. */
  at: z
    .object({ field: z.enum(['postal_code', 'email', 'magic_link', 'reset_password']), typed: z.string() })
    .optional(),
  part: z.string().optional(),
})

export type Flash = z.infer<typeof Flash>

const COOKIE = 'flash'
const LIFE_SECONDS = 60
const MAX_COOKIE_LENGTH = 4000

/** Waits for a page that a person sees: not a prefetch, a stream, or one that reloads for `request_reload`. */
export function flashes(config: Config) {
  return createMiddleware<AppEnv>(async function flash(c, next) {
    c.set('flash', null)
    const cookie = asksForPage(c) ? getCookie(c, COOKIE) : undefined
    if (cookie) c.set('flash', await unseal(config, cookie))
    await next()
    if (cookie && isShown(c)) deleteCookie(c, COOKIE, privateCookie(config))
  })
}

const asksForPage = (c: Context) => c.req.method === 'GET' && wantsHtml(c) && !isPrefetch(c)

const isShown = (c: Context<AppEnv>) =>
  c.req.query('request_reload') === undefined &&
  !c.res.headers.has('location') &&
  (c.res.headers.get('content-type') ?? '').startsWith('text/html')

export async function setFlash(c: Context<AppEnv>, flash: Flash) {
  const { config } = c.var.services
  const sealed = await sealData(flash, sealSettings(config))
  setCookie(c, COOKIE, sealed, { ...privateCookie(config), maxAge: LIFE_SECONDS })
}

async function unseal(config: Config, cookie: string): Promise<Flash | null> {
  if (cookie.length > MAX_COOKIE_LENGTH) return null
  try {
    return Flash.safeParse(await unsealData(cookie, sealSettings(config))).data ?? null
  } catch {
    return null
  }
}

/** Its own key, so that a flash and a session can't pass for each other. */
const sealSettings = (config: Config) => ({
  password: deriveKey(config.sessionSecret, 'flash').toString('base64'),
  ttl: LIFE_SECONDS,
})
