import type { Services } from '../services.ts'

type Running = { queues: Map<string, Promise<unknown>>; inFlight: Map<string, Promise<unknown>> }

/** What runs in a process, found by its services. */
const processes = new WeakMap<Services, Running>()

function runningIn(services: Services): Running {
  const running = processes.get(services) ?? { queues: new Map(), inFlight: new Map() }
  processes.set(services, running)
  return running
}

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
