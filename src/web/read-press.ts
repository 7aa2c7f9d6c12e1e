import type { Context } from 'hono'
import { TOKEN_PATTERN } from '../tokens.ts'
import type { AppEnv } from './env.ts'

/** The token that names one press of a page's button. Null for a request without one. */
export function readPress(c: Context<AppEnv>): string | null {
  const { press } = c.var.body
  return typeof press === 'string' && TOKEN_PATTERN.test(press) ? press : null
}
