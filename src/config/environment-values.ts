import { z } from 'zod'

/** What was given, for messages about variables that hold no secret. */
const MAX_SHOWN = 40
const shown = (given: unknown) => JSON.stringify(String(given).slice(0, MAX_SHOWN))

export const oneOf = <const Value extends string>(...values: Value[]) =>
  z.enum(values, { error: ({ input }) => `must be ${inWords(values)}, not ${shown(input)}` })

/** 'a, b or c' */
const inWords = (values: readonly string[]) => values.join(', ').replace(/, ([^,]+)$/, ' or $1')

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine((given) => /^\d{1,9}$/.test(given) && Number(given) >= min && Number(given) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not ${shown(input)}`,
    })
    .transform(Number)

export const flag = oneOf('0', '1').transform((value) => value === '1')

export const emailAddress = z.email({
  error: ({ input }) => `must be an email address like help@shop.example, not ${shown(input)}`,
})

export const timeWithZone = z.iso.datetime({
  offset: true,
  error: ({ input }) => `must be a time with its zone like 2026-11-20T10:00:00-08:00, not ${shown(input)}`,
})

export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must begin with http:// or https://',
})

/** Normalized to match the Origin header: lower case, no default port. Otherwise every form would be refused. */
export const origin = httpUrl
  .refine((url) => isOrigin(url), {
    message: 'must be an origin like https://shop.example, without path, query or user',
  })
  .transform((url) => new URL(url).origin)
export const socketUrl = z.url({ protocol: /^wss?$/, error: 'must begin with ws:// or wss://' })
/** Varied characters, because a repeated letter is long but no secret. */
export const secret = z
  .string()
  .trim()
  .min(32, 'must have at least 32 characters')
  .refine((value) => new Set(value).size >= 8, { message: 'must be random: openssl rand -base64 32' })

export const text = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would end an email header
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must be on one line')

function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { pathname, search, hash, username, password } = new URL(url)
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
}

/** Goes into a header unchanged. */
export const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'must not contain spaces')

export const textOfAtMost = (length: number) =>
  text.max(length, {
    error: ({ input }) => `must have at most ${length} characters; it has ${String(input).length}`,
  })
