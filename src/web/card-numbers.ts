import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './env.ts'
import { refuse } from './errors.tsx'
import { isReissued } from './method-override.ts'

const MESSAGE = 'For your security, please enter card numbers only in the payment form.'

/** Prefixes and lengths by network, which tell a card from a phone number, a time or an order. */
const NETWORKS = [
  /^4(\d{12}|\d{15}|\d{18})$/, // Visa
  /^(5[1-5]\d{14}|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^3(0[0-5]|[689]\d)\d{11,16}$/, // Diners Club
  /^(6011|64[4-9]\d|65\d\d)\d{12,15}$/, // Discover
  /^35(2[89]|[3-8]\d)\d{12,15}$/, // JCB
  /^(62|81)\d{14,17}$/, // UnionPay
  /^(5018|5020|5038|5893|6304|6759|676[1-3])\d{9,15}$/, // Maestro
]

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

/** Separated by single spaces, dots or dashes, and not part of a word. */
const DIGIT_GROUPS = /(?<![\p{L}\p{N}_])\d+(?:[ \u00a0.\-\u2010-\u2013]\d+)*(?![\p{L}\p{N}_])/gu

export function holdsCardNumber(text: string): boolean {
  if (text.length < 13) return false
  for (const [match] of text.normalize('NFKC').matchAll(DIGIT_GROUPS)) {
    if (runsOf(match.split(/\D/)).some(isCardNumber)) return true
  }
  return false
}

function runsOf(groups: string[]): string[] {
  return groups.flatMap((_, start) => {
    const runs: string[] = []
    let run = ''
    for (const group of groups.slice(start, start + 19)) {
      run += group
      if (run.length > 19) break
      if (run.length >= 13) runs.push(run)
    }
    return runs
  })
}

const isCardNumber = (digits: string) =>
  NETWORKS.some((network) => network.test(digits)) && passesLuhn(digits)

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, index) => {
    const digit = Number(char) * (index % 2 === 0 ? 1 : 2)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
