import { z } from 'zod'
import type { Body } from './env.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
const UNPRINTABLE = /[\u0000-\u001f\u007f]/
/** Signs that turn the direction of what follows: a text that holds them reads otherwise than it is. */
const TURNS_TEXT = /[\u202a-\u202e\u2066-\u2069]/

/** One half of a character of UTF-16: no person types it, and no encoding has it. */
const HALF_CHARACTER = /\p{Cs}/u

/** What a person typed, as it was typed: a string of whole characters, whatever else JSON could bring; absent is ''. */
export const text = z
  .unknown()
  .optional()
  .transform((value, context): string => {
    if (value === undefined || value === null) return ''
    if (typeof value === 'string' && !HALF_CHARACTER.test(value)) return value
    context.addIssue({ code: 'custom', message: 'it has to be plain text' })
    return z.NEVER
  })

/** One line a person typed: text, trimmed, without control characters, at most `max` long; absent is ''. */
export const line = (max: number) =>
  text
    .transform((typed) => typed.trim())
    .refine((typed) => !UNPRINTABLE.test(typed) && !TURNS_TEXT.test(typed), {
      message: 'it holds control characters',
    })
    .refine((typed) => typed.length <= max, { message: `at most ${max} characters` })

/** Digits as `line` reads them, an amount's or a telephone's: scripts may send them as a number. */
export const figure = (max: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'number' ? String(value) : value))
    .pipe(line(max))

/** What a person typed over several lines: as `line`, but with its line breaks, which are '\n' however they came. */
export const lines = (max: number) =>
  text
    .transform((typed) => typed.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim())
    .refine((typed) => !UNPRINTABLE.test(typed.replaceAll('\n', '')) && !TURNS_TEXT.test(typed), {
      message: 'it holds control characters',
    })
    .refine((typed) => typed.length <= max, { message: `at most ${max} characters` })

/** A ticked box, as forms ('1', 'on') and scripts (true, 'true') say it. */
export const ticked = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1' || value === 'on' || value === 1)

export type FieldsRead<T> = { ok: true; value: T } | { ok: false; message: string }

/**
 * The fields a call knows, by its schema; unknown ones are dropped. The message names the first that does not fit,
 * as its form calls it.
 */
export function readFields<S extends z.ZodType>(
  schema: S,
  body: Body,
  labels: Record<string, string> = {},
): FieldsRead<z.output<S>> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  const name = String(issue?.path[0] ?? '')
  const field = labels[name] ?? (name.replaceAll('_', ' ') || 'what you sent')
  // Only our own sentences: the library's are none for a shopper.
  const reason = issue?.code === 'custom' ? `: ${issue.message}` : ''
  return { ok: false, message: `Please check ${field}${reason}.` }
}
