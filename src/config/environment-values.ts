import { z } from 'zod'

export const flag = z.enum(['0', '1']).transform((value) => value === '1')
export const port = z.coerce.number().int().min(1).max(65_535)
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
