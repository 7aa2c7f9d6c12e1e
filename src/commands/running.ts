import type { Config } from '../config/config.ts'

/** Whether a server answers at this shop's port: then its file must not be taken from under it. */
export async function isServed(config: Config): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${config.port}/healthz`, { signal: AbortSignal.timeout(1_000) })
    return true
  } catch {
    return false
  }
}
