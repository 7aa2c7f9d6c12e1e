import { z } from 'zod'
import type { Body } from './env.ts'

/** One line a person typed: a scalar, trimmed, without control characters, at most `max` long; absent is ''. */
export const line = (max: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((value) => String(value ?? '').trim())
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
    .refine((text) => text.length <= max && !/[\u0000-\u001f\u007f]/.test(text), {
      message: `at most ${max} characters`,
    })

/** A ticked box, as forms ('1', 'on') and scripts (true, 'true') say it. */
export const ticked = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1' || value === 'on' || value === 1)

export type FieldsRead<T> = { ok: true; value: T } | { ok: false; message: string }

/** The fields a call knows, by its schema; unknown ones are dropped. The message names the first that does not fit. */
export function readFields<S extends z.ZodType>(schema: S, body: Body): FieldsRead<z.output<S>> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  const field = issue?.path.join(' ').replaceAll('_', ' ')
  return {
    ok: false,
    message: `Please check ${field || 'what you sent'}: ${issue?.message ?? 'it does not fit'}.`,
  }
}
