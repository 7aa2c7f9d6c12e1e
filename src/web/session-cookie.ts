import { sealData, unsealData } from 'iron-session'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'

const SEAL_SECONDS = 30 * 24 * 3600
const REMEMBERED_COOKIES = 20_000
/** What is remembered is opened anew after this long, or a cookie would outlive its 30 days. */
const REMEMBERED_MS = 10 * 60_000
/** A seal and its version; iron-session ignores what follows, and one session should have one spelling. */
const ONE_SEAL = /^[^~]+~2$/

/** By its prefix a browser takes it from this very host alone, and not from another one of the same domain. */
export const privateCookieName = (config: Config, name: string) =>
  config.appUrl.startsWith('https:') ? `__Host-${name}` : name

export const sessionCookieName = (config: Config) => privateCookieName(config, 'session')

/** The attributes of every cookie of ours that scripts must not read. */
export const privateCookie = (config: Config) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'Lax' as const,
  secure: config.appUrl.startsWith('https:'),
})

export const SESSION_MAX_AGE_SECONDS = SEAL_SECONDS

/** Seals and opens session cookies. Opening costs about 200 µs, so what was opened once is remembered, bounded. */
export function createSessionSeal(config: Config) {
  const opened = new Map<string, { id: string; at: Instant }>()
  const settings = { password: config.sessionSecret, ttl: SEAL_SECONDS }

  return {
    seal: (id: string) => sealData({ id }, settings),

    /** The session id in a cookie, or null when it is not one of ours, altered or too old. */
    async open(cookie: string, wallNow: Instant): Promise<string | null> {
      const known = opened.get(cookie)
      if (known && wallNow - known.at < REMEMBERED_MS) return known.id
      opened.delete(cookie)
      if (cookie.length > 1000 || !ONE_SEAL.test(cookie)) return null
      const id = await unsealed(cookie)
      if (id) remember(cookie, { id, at: wallNow })
      return id
    },
  }

  async function unsealed(cookie: string): Promise<string | null> {
    try {
      const { id } = await unsealData<{ id?: unknown }>(cookie, settings)
      return typeof id === 'string' && id.length >= 40 ? id : null
    } catch {
      return null
    }
  }

  function remember(cookie: string, seen: { id: string; at: Instant }) {
    if (opened.size >= REMEMBERED_COOKIES) {
      const oldest = opened.keys().next().value
      if (oldest !== undefined) opened.delete(oldest)
    }
    opened.set(cookie, seen)
  }
}

export type SessionSeal = ReturnType<typeof createSessionSeal>
