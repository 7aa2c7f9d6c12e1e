import { z } from 'zod'
import type { Weekday } from '../day.ts'
import { parseDollars } from '../money.ts'
import { checkbox, line, lines } from '../web/fields.ts'
import { isLogoName } from './logo.ts'

/** Describes one field of a setting: its input, its validation and its text. */
export type Field =
  | { kind: 'money'; label: string; hint?: string; max?: number }
  | { kind: 'percent'; label: string; hint?: string } // in millionths
  | { kind: 'whole'; label: string; hint?: string; min: number; max: number }
  | {
      kind: 'text'
      label: string
      hint?: string
      max: number
      required?: boolean
      pattern?: Pattern
      hidden?: true
    }
  | { kind: 'long'; label: string; hint?: string; max: number; rows?: number }
  | { kind: 'choice'; label: string; hint?: string; options: readonly Option[] }
  | { kind: 'check'; label: string; hint?: string }
  | { kind: 'weekdays'; label: string; hint?: string }
  | { kind: 'color'; label: string; hint?: string }
  | { kind: 'picture'; label: string; hint?: string }
  | { kind: 'logo'; label: string; hint?: string }
  | { kind: 'rows'; label: string; hint?: string; of: Fields; max: number; noun: string; key: string }

export type Fields = Readonly<Record<string, Field>>
export type Option = { value: string; label: string }
type Pattern = { regex: RegExp; sentence: string }

/** `key` names the field that makes a row: a row in which it's empty is dropped. */
export type RowsField = Extract<Field, { kind: 'rows' }>

const MAX_CENTS = 1_000_000
const PPM_IN_PERCENT = 10_000
const MAX_PERCENT = 25

export function zodOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'money':
      return amount.transform((typed, context) => centsOf(typed, field.max ?? MAX_CENTS, context))
    case 'percent':
      return amount.transform((typed, context) => ppmOf(typed, context))
    case 'whole':
      return amount.transform((typed, context) => wholeOf(typed, field, context))
    case 'text':
      return textOf(field)
    case 'long':
      return lines(field.max)
    case 'choice':
      return line(100).refine((typed) => field.options.some(({ value }) => value === typed), {
        message: 'Please choose one from the list.',
      })
    case 'check':
      return checkbox
    case 'weekdays':
      return weekdays
    case 'color':
      return line(7)
        .transform((typed) => typed.toLowerCase())
        .refine((typed) => /^#[0-9a-f]{6}$/.test(typed), {
          message: 'Please enter a color like #7b2320.',
        })
    case 'picture':
      return line(120).refine((typed) => /^[\w./:#-]*$/.test(typed), { message: 'Please choose a picture.' })
    case 'logo':
      return line(60).refine((typed) => typed === '' || isLogoName(typed), {
        message: 'Please upload the logo.',
      })
    case 'rows':
      return rowsOf(field)
  }
}

export const schemaOf = (fields: Fields) =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, zodOf(field)])))

/** A form sends text, a script may send a number. */
const amount = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'number' ? String(value) : value))
  .pipe(line(20))

const refuse = (context: z.RefinementCtx, message: string) => {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

function centsOf(typed: string, max: number, context: z.RefinementCtx) {
  const bare = typed.replace(/\s/g, '')
  if (/^\$?-/.test(bare)) return refuse(context, "It can't be less than $0.")
  const value = parseDollars(bare)
  if (value === null) return refuse(context, 'Please enter an amount like 49.00.')
  return value > max ? refuse(context, `Please enter at most $${max / 100}.`) : value
}

function ppmOf(typed: string, context: z.RefinementCtx) {
  const bare = typed.replace(/[%\s]/g, '')
  if (!/^\d+(\.\d{1,4})?$/.test(bare)) return refuse(context, 'Please enter a percentage like 4.225.')
  if (Number(bare) > MAX_PERCENT) return refuse(context, `Please enter at most ${MAX_PERCENT}%.`)
  return Math.round(Number(bare) * PPM_IN_PERCENT)
}

function wholeOf(typed: string, { min, max }: { min: number; max: number }, context: z.RefinementCtx) {
  const isWhole = /^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max
  const limits = `${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`
  return isWhole ? Number(typed) : refuse(context, `Please enter a whole number from ${limits}.`)
}

const textOf = ({ max, required = false, pattern }: Extract<Field, { kind: 'text' }>) =>
  line(max)
    .refine((typed) => !required || typed !== '', { message: 'Please fill this in.' })
    .refine((typed) => !pattern || typed === '' || pattern.regex.test(typed), {
      message: pattern?.sentence ?? '',
    })

/** Checkboxes share a name: a single one arrives as text, none as undefined. */
const weekdays = z
  .unknown()
  .optional()
  .transform((value, context): Weekday[] => {
    const typed = value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]
    const days = typed.map(Number).sort()
    if (days.every((day) => Number.isInteger(day) && day >= 0 && day <= 6))
      return [...new Set(days)] as Weekday[]
    return refuse(context, 'Please choose weekdays.')
  })

function rowsOf({ of, max, key, noun }: RowsField): z.ZodType {
  const isEmpty = (row: unknown) => {
    const typed = (row as Record<string, unknown> | null)?.[key]
    return typed === undefined || typed === null || String(typed).trim() === ''
  }
  return z
    .unknown()
    .optional()
    .transform((value) => (Array.isArray(value) ? value : Object.values(value ?? {})))
    .transform((value) => value.filter((row) => typeof row === 'object' && !isEmpty(row)))
    .pipe(z.array(schemaOf(of)).max(max, `Please keep at most ${max} ${noun}.`))
}
