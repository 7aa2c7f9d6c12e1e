import type { Config } from '../config/config.ts'

/** Whether a server answers on this shop's port. If so, its database must not be replaced. */
export async function isServed(config: Config): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${config.port}/healthz`, { signal: AbortSignal.timeout(1_000) })
    return true
  } catch {
    return false
  }
}
