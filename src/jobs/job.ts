import type { z } from 'zod'
import type { Services } from '../services.ts'

type Options = {
  attempts: number
  /** Runs after everything else that's due, so that hundreds of these delay nothing. */
  isIdle?: boolean
}

export type Job<Payload = never> = Options & {
  kind: string
  schema: z.ZodType<Payload>
  perform(services: Services, payload: Payload): Promise<void>
}

export type RunnableJob = Pick<Job, 'kind' | 'attempts' | 'isIdle'> & {
  run(services: Services, payload: unknown): Promise<void>
}

export function job<Payload>(
  kind: string,
  schema: z.ZodType<Payload>,
  options: Options,
  perform: (services: Services, payload: Payload) => Promise<void>,
): Job<Payload> & RunnableJob {
  const run = async (services: Services, payload: unknown) => perform(services, schema.parse(payload))
  return { kind, schema, ...options, perform, run }
}
