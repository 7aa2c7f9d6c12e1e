import { unsealData } from 'iron-session'
import { defaults, seal } from 'iron-webcrypto'
import type { Config } from '../config/config.ts'
import { type Instant, MINUTE_MS } from '../day.ts'
import { cryptoAtOnce } from './crypto-at-once.ts'

const SEAL_SECONDS = 30 * 24 * 3600
const MAX_CACHED = 20_000
/** Cached cookies are unsealed again after this long; otherwise one could outlive its 30 days. */
const CACHE_MS = 10 * MINUTE_MS
const VERSION = '~2'
/** A seal and its version. iron-session ignores anything after it, but a session must have a single cookie value. */
const ONE_SEAL = new RegExp(`^[^~]+${VERSION}$`)

/** Browsers accept a `__Host-` cookie only from this exact host, not from others of the same domain. */
export const privateCookieName = (config: Config, name: string) =>
  config.appUrl.startsWith('https:') ? `__Host-${name}` : name

export const sessionCookieName = (config: Config) => privateCookieName(config, 'session')

export const privateCookie = (config: Config) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'Lax' as const,
  secure: config.appUrl.startsWith('https:'),
})

export const SESSION_MAX_AGE_SECONDS = SEAL_SECONDS

type Cached = { id: string; at: Instant }

/** Unsealing takes about 200 µs, so results are cached. */
export function createSessionSeal(config: Config) {
  const cache = new Map<string, Cached>()
  const settings = { password: config.sessionSecret, ttl: SEAL_SECONDS }

  return {
    /** As iron-session seals, which reads it. */
    async seal(id: string): Promise<string> {
      const password = { id: '1', secret: config.sessionSecret }
      return (await seal(cryptoAtOnce, { id }, password, { ...defaults, ttl: SEAL_SECONDS * 1000 })) + VERSION
    },

    async open(cookie: string, wallNow: Instant): Promise<string | null> {
      const cached = cache.get(cookie)
      if (cached && wallNow - cached.at < CACHE_MS) return cached.id
      cache.delete(cookie)
      if (cookie.length > 1000 || !ONE_SEAL.test(cookie)) return null
      const id = await unseal(cookie)
      if (id) store(cookie, { id, at: wallNow })
      return id
    },
  }

  async function unseal(cookie: string): Promise<string | null> {
    try {
      const { id } = await unsealData<{ id?: unknown }>(cookie, settings)
      return typeof id === 'string' && id.length >= 40 ? id : null
    } catch {
      return null
    }
  }

  function store(cookie: string, session: Cached) {
    if (cache.size >= MAX_CACHED) {
      const oldest = cache.keys().next().value
      if (oldest !== undefined) cache.delete(oldest)
    }
    cache.set(cookie, session)
  }
}

export type SessionSeal = ReturnType<typeof createSessionSeal>
