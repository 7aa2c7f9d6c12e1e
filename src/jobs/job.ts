import type { z } from 'zod'
import type { Services } from '../services.ts'

type Options = {
  /** Attempts before the job is left to the staff. */
  attempts: number
  /** Runs after everything else that's due, so that hundreds of these delay nothing. */
  isIdle?: boolean
}

/** A kind of job, defined beside the verb that performs it and listed in src/work. */
export type Job<Payload = never> = Options & {
  kind: string
  schema: z.ZodType<Payload>
  perform(services: Services, payload: Payload): Promise<void>
}

/** A job as the worker sees it, without its payload's type. */
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
