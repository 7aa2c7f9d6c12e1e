import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { holdsCardNumber } from './card-number-scan.ts'
import type { AppEnv } from './env.ts'
import { refuse } from './errors.tsx'
import { isReissued } from './method-override.ts'

const MESSAGE = 'For your security, please enter card numbers only in the payment form.'

/** Refuses the request before anything reads, stores or repeats the number. */
export const cardNumbers = createMiddleware<AppEnv>(async function noCardNumbers(c, next) {
  if (isReissued(c) || !parametersOf(c).some(holdsCardNumber)) return next()
  c.var.log.warn({ event: 'card_number_refused' }, 'a parameter looked like a card number')
  return refuse(c, 422, MESSAGE)
})

function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      yield name
      yield* texts(part)
    }
  }
}

function parametersOf(c: Context<AppEnv>): string[] {
  return [c.req.path, c.req.header('idempotency-key') ?? '', ...texts(c.req.queries()), ...texts(c.var.body)]
}
