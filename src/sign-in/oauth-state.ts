import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { deriveKey } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { privateCookie, privateCookieName } from '../web/session-cookie.ts'

const Elsewhere = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** A path of ours, checked when it was asked for. */
  nextPath: z.string(),
  /** Somebody who is signed in connects the provider with their own account. */
  connects: z.number().nullable(),
  expiresAt: z.number(),
})

/** What this browser took along to another company, to be known by it when it comes back. */
export type Elsewhere = Omit<z.infer<typeof Elsewhere>, 'expiresAt'>

const cookieName = (config: Config) => privateCookieName(config, 'sign_in_elsewhere')
const LIFE_SECONDS = 600
const LONGEST_COOKIE = 4000

/** Keeps it in this browser alone, sealed. Of several at once the last one counts. */
export async function saveOAuthState(c: Context<AppEnv>, elsewhere: Elsewhere) {
  const { config, wallClock } = c.var.services
  const expiresAt = wallClock.now() + LIFE_SECONDS * 1000
  const sealed = await sealData({ ...elsewhere, expiresAt }, sealSettings(config))
  setCookie(c, cookieName(config), sealed, { ...privateCookie(config), maxAge: LIFE_SECONDS })
}

/** Takes it away again: it serves once. null where there is none, or it took too long. */
export async function takeOAuthState(c: Context<AppEnv>): Promise<Elsewhere | null> {
  const { config, wallClock } = c.var.services
  const cookie = getCookie(c, cookieName(config))
  if (!cookie) return null
  deleteCookie(c, cookieName(config), privateCookie(config))
  const elsewhere = await opened(config, cookie)
  return elsewhere && elsewhere.expiresAt > wallClock.now() ? elsewhere : null
}

async function opened(config: Config, cookie: string) {
  if (cookie.length > LONGEST_COOKIE) return null
  try {
    return Elsewhere.safeParse(await unsealData(cookie, sealSettings(config))).data ?? null
  } catch {
    return null
  }
}

/** Its time is judged by `expiresAt` alone. */
const sealSettings = (config: Config) => ({
  password: deriveKey(config.sessionSecret, 'sign-in-elsewhere').toString('base64'),
  ttl: 0,
})
