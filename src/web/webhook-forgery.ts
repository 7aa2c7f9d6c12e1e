import type { Context } from 'hono'
import type { AppEnv } from './env.ts'
import { byNetwork, failureCounter } from './rate-limit.ts'

/**
 * Answers calls of one webhook whose signature is wrong. Only they are rate-limited, so real events get through from a
 * forger's network too.
 */
export function forgeryRefusal() {
  const badSignatures = failureCounter({ points: 60, seconds: 60, by: byNetwork })
  return async (c: Context<AppEnv>) => {
    c.var.log.warn({ event: 'webhook_signature_refused' }, 'refused a webhook without a valid signature')
    const wait = await badSignatures.secondsToWait(c)
    if (wait > 0) return c.json({ error: 'Too many bad signatures.' }, 429, { 'Retry-After': String(wait) })
    await badSignatures.count(c)
    return c.json({ error: 'The signature does not match.' }, 400)
  }
}
