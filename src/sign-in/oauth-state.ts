import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { deriveKey } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { privateCookie, privateCookieName } from '../web/session-cookie.ts'

const StoredState = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** A local path, checked before it was stored. */
  nextPath: z.string(),
  /** The signed-in user who is connecting the provider; null for a sign-in. */
  connects: z.number().nullable(),
  expiresAt: z.number(),
})

export type OAuthState = Omit<z.infer<typeof StoredState>, 'expiresAt'>

const cookieName = (config: Config) => privateCookieName(config, 'sign_in_elsewhere')
const LIFE_SECONDS = 600
const MAX_COOKIE_LENGTH = 4000

/** With parallel sign-ins, the last one wins. */
export async function saveOAuthState(c: Context<AppEnv>, state: OAuthState) {
  const { config, wallClock } = c.var.services
  const expiresAt = wallClock.now() + LIFE_SECONDS * 1000
  const sealed = await sealData({ ...state, expiresAt }, sealSettings(config))
  setCookie(c, cookieName(config), sealed, { ...privateCookie(config), maxAge: LIFE_SECONDS })
}

export async function takeOAuthState(c: Context<AppEnv>): Promise<OAuthState | null> {
  const { config, wallClock } = c.var.services
  const cookie = getCookie(c, cookieName(config))
  if (!cookie) return null
  deleteCookie(c, cookieName(config), privateCookie(config))
  const state = await unseal(config, cookie)
  return state && state.expiresAt > wallClock.now() ? state : null
}

async function unseal(config: Config, cookie: string) {
  if (cookie.length > MAX_COOKIE_LENGTH) return null
  try {
    return StoredState.safeParse(await unsealData(cookie, sealSettings(config))).data ?? null
  } catch {
    return null
  }
}

/** The seal never expires (`ttl: 0`); `expiresAt` decides. */
const sealSettings = (config: Config) => ({
  password: deriveKey(config.sessionSecret, 'sign-in-elsewhere').toString('base64'),
  ttl: 0,
})
