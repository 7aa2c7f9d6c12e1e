import { z } from 'zod'
import type { Body } from './env.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/
/** Bidirectional controls, which make a text read differently than it's stored. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/

/** Half of a UTF-16 pair, which UTF-8 can't encode, and private-use characters, which look different on each device. */
const NOT_TEXT = /[\p{Cs}\p{Co}]/u

const INVALID_CHARACTERS = 'it contains invalid characters'

const holdsInvalid = (typed: string) => CONTROL_CHARACTERS.test(typed) || DIRECTION_CONTROLS.test(typed)

/** A string as typed; absent is ''. JSON may send any other type, which is refused. */
export const text = z
  .unknown()
  .optional()
  .transform((value, context): string => {
    if (value === undefined || value === null) return ''
    if (typeof value === 'string' && !NOT_TEXT.test(value)) return value
    context.addIssue({ code: 'custom', message: 'it must be plain text' })
    return z.NEVER
  })

export const line = (max: number) =>
  text
    .transform((typed) => typed.trim())
    .refine((typed) => !holdsInvalid(typed), { message: INVALID_CHARACTERS })
    .refine((typed) => typed.length <= max, { message: `at most ${max} characters` })

/** Digits, which scripts may send as a number. */
export const digits = (max: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'number' ? String(value) : value))
    .pipe(line(max))

/** Like `line`, but keeps line breaks, each as '\n'. */
export const lines = (max: number) =>
  text
    .transform((typed) => typed.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim())
    .refine((typed) => !holdsInvalid(typed.replaceAll('\n', '')), { message: INVALID_CHARACTERS })
    .refine((typed) => typed.length <= max, { message: `at most ${max} characters` })

/** A domain name alone turns into a link in many mail programs, and any two words around a dot with a path after them. */
const LINK =
  /(?:https?:|www\.|:\/\/|\b[\w-]+\.(?:com|net|org|io|co|info|biz|us|me|app|shop|xyz|ru|cn|ly|gg|cc|tk|icu|top|site|online|link|click|dev|page|example)\b|\b[\w-]+\.[a-z]{2,24}(?::\d{1,5})?\/)/i

/** For text that we mail to people who didn't ask for it. */
export const holdsLink = (typed: string) => LINK.test(typed)

/** The refusal quotes the address, which may be two sentences without a space between them. */
export function linkProblem(typed: string): string | null {
  const link = LINK.exec(typed)
  if (!link) return null
  const [shown = ''] = /^\S{1,40}/.exec(typed.slice(link.index)) ?? []
  return `Please leave out web addresses, such as “${shown}”. If it isn’t one, add a space after the period.`
}

/** A checkbox, as forms ('1', 'on') and scripts (true, 'true', 1) send it. */
export const checkbox = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1' || value === 'on' || value === 1)

export type FieldsRead<T> = { ok: true; value: T } | { ok: false; message: string }

/** Drops unknown fields. The message names the first invalid one by its label. */
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
  // Only our own messages: the library's aren't written for shoppers.
  const reason = issue?.code === 'custom' ? `: ${issue.message}` : ''
  return { ok: false, message: `Please check ${field}${reason}.` }
}
