import { oncePerProcess, type Services } from '../services.ts'

const runningIn = oncePerProcess(() => ({
  queues: new Map<string, Promise<unknown>>(),
  inFlight: new Map<string, Promise<unknown>>(),
}))

/** Saves provider calls within this process. Idempotency keys and conditional updates prevent double payment. */
export function withMutex<T>(services: Services, key: string, work: () => Promise<T>): Promise<T> {
  const { queues } = runningIn(services)
  const previous = queues.get(key) ?? Promise.resolve()
  const result = previous.then(work, work)
  const settled = result.catch(() => undefined)
  queues.set(key, settled)
  void settled.then(() => {
    if (queues.get(key) === settled) queues.delete(key)
  })
  return result
}

/** Single flight: a call made while the same work is running shares its result. */
export function singleFlight<T>(services: Services, key: string, work: () => Promise<T>): Promise<T> {
  const { inFlight } = runningIn(services)
  const running = inFlight.get(key)
  // Safe: a key names the work itself, so its result always has one type.
  if (running) return running as Promise<T>
  const result = work().finally(() => inFlight.delete(key))
  inFlight.set(key, result)
  return result
}
