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
  kind: z.enum(['notice', 'danger']),
  message: z.string(),
  /** What was typed where, so that the form can stand as it was left, with the sentence at its field. */
  at: z
    .object({ field: z.enum(['postal_code', 'email', 'magic_link', 'reset_password']), typed: z.string() })
    .optional(),
  /** The part of the page, by its id, that it is about and stands in. */
  part: z.string().optional(),
})

/** One sentence for the next page: what happened, or why it did not. */
export type Flash = z.infer<typeof Flash>

const COOKIE = 'flash'
const LIFE_SECONDS = 60
const LONGEST_COOKIE = 4000

/**
 * Shows a flash once: reads it for a page and takes it away with it. The page of an address with `request_reload` is at
 * once loaded anew, and only then read; one that is fetched ahead may never be, and streams are parts of one.
 */
export function flashes(config: Config) {
  return createMiddleware<AppEnv>(async function flash(c, next) {
    c.set('flash', null)
    const cookie = asksForPage(c) ? getCookie(c, COOKIE) : undefined
    if (cookie) c.set('flash', await opened(config, cookie))
    await next()
    if (cookie && isShown(c)) deleteCookie(c, COOKIE, privateCookie(config))
  })
}

const asksForPage = (c: Context) => c.req.method === 'GET' && wantsHtml(c) && !isPrefetch(c)

/** An address that only leads on shows nothing: what is to be said waits for the page. */
const isShown = (c: Context<AppEnv>) =>
  c.req.query('request_reload') === undefined &&
  !c.res.headers.has('location') &&
  (c.res.headers.get('content-type') ?? '').startsWith('text/html')

/** Leaves a sentence for the page this visitor is sent to. */
export async function leaveFlash(c: Context<AppEnv>, flash: Flash) {
  const { config } = c.var.services
  const sealed = await sealData(flash, sealSettings(config))
  setCookie(c, COOKIE, sealed, { ...privateCookie(config), maxAge: LIFE_SECONDS })
}

async function opened(config: Config, cookie: string): Promise<Flash | null> {
  if (cookie.length > LONGEST_COOKIE) return null
  try {
    return Flash.safeParse(await unsealData(cookie, sealSettings(config))).data ?? null
  } catch {
    return null
  }
}

/** Sealed like the session, under a key of its own, so that neither passes for the other. */
const sealSettings = (config: Config) => ({
  password: deriveKey(config.sessionSecret, 'flash').toString('base64'),
  ttl: LIFE_SECONDS,
})
