import type { z } from 'zod'
import type { Services } from '../services.ts'
import type { Lane } from './lanes.ts'

export type Job<Payload = never> = {
  kind: string
  lane: Lane
  schema: z.ZodType<Payload>
  perform(services: Services, payload: Payload): Promise<void>
}

/** What `enqueue` needs. */
export type QueuedJob<Payload> = Pick<Job<Payload>, 'kind' | 'lane' | 'schema'>

export type RunnableJob = Pick<Job, 'kind' | 'lane'> & {
  run(services: Services, payload: unknown): Promise<void>
}

export function job<Payload>(
  kind: string,
  schema: z.ZodType<Payload>,
  lane: Lane,
  perform: (services: Services, payload: Payload) => Promise<void>,
): Job<Payload> & RunnableJob {
  const run = async (services: Services, payload: unknown) => perform(services, schema.parse(payload))
  return { kind, lane, schema, perform, run }
}
