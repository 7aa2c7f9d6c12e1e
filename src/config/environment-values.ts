import { z } from 'zod'

/* What the variables of the environment are made of. */

export const flag = z.enum(['0', '1']).transform((value) => value === '1')
export const port = z.coerce.number().int().min(1).max(65_535)
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'an address that begins with http:// or https://',
})

/** Kept as browsers write it in Origin (lower case, no usual port), else no form would ever come from it. */
export const origin = httpUrl
  .refine((given) => isOrigin(given), {
    message: 'an origin like https://shop.example, without path, query or user',
  })
  .transform((given) => new URL(given).origin)
export const socketUrl = z.url({ protocol: /^wss?$/, error: 'an address that begins with ws:// or wss://' })
/** Wide enough to be chance: a repeated letter is long, but no secret. */
export const secret = z
  .string()
  .trim()
  .min(32, 'at least 32 characters')
  .refine((value) => new Set(value).size >= 8, { message: 'chance, not a pattern: openssl rand -base64 32' })

export const text = z
  .string()
  .trim()
  .min(1, 'not only blanks')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break out of a mail's header
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'on one line')

function isOrigin(given: string): boolean {
  if (!URL.canParse(given)) return false
  const { pathname, search, hash, username, password } = new URL(given)
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
}
