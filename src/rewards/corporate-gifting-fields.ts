import { z } from 'zod'
import { isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { PHONE_SENTENCE, parsePhone } from '../delivery/rules.ts'
import type { Body } from '../web/env.ts'
import { digits, line, lines } from '../web/fields.ts'

export const MAX_NAME_LENGTH = 200
export const LONGEST_MESSAGE = 5_000
const MAX_BOXES = 100_000

const REQUIRED = 'Please fill this in.'
const UNREADABLE = 'Please shorten this and use plain text.'

const required = (max: number) => line(max).refine((text) => text !== '', { message: REQUIRED })

const Fields = z.object({
  name: required(MAX_NAME_LENGTH),
  email: required(MAX_EMAIL_LENGTH).refine(isEmail, { message: 'Please enter a valid email address.' }),
  company: line(MAX_NAME_LENGTH).transform((text) => text || null),
  phone_number: digits(30).transform((text, context) => {
    const phone = parsePhone(text)
    if (text && !phone) context.addIssue({ code: 'custom', message: PHONE_SENTENCE })
    return phone
  }),
  quantity: digits(10).transform((text, context) => {
    if (!text) return null
    const quantity = /^\d{1,6}$/.test(text) ? Number(text) : 0
    if (quantity >= 1 && quantity <= MAX_BOXES) return quantity
    context.addIssue({ code: 'custom', message: 'Please enter a whole number of boxes.' })
    return z.NEVER
  }),
  message: lines(LONGEST_MESSAGE).refine((text) => text !== '', { message: REQUIRED }),
})

export type GiftingField = keyof z.input<typeof Fields>
export type GiftingQuestion = {
  name: string
  email: string
  company: string | null
  phone: string | null
  quantity: number | null
  message: string
}
export type GiftingProblems = Partial<Record<GiftingField, string>>

export type GiftingRead = { ok: true; question: GiftingQuestion } | { ok: false; problems: GiftingProblems }

export function readGiftingQuestion(body: Body): GiftingRead {
  const read = Fields.safeParse(body)
  if (!read.success) return { ok: false, problems: problemsOf(read.error) }
  const { phone_number: phone, ...rest } = read.data
  return { ok: true, question: { ...rest, phone } }
}

/** Our own messages are sentences. Zod's are for developers and are not shown. */
function problemsOf({ issues }: z.ZodError): GiftingProblems {
  const problems: GiftingProblems = {}
  for (const { path, code, message } of issues) {
    const isForPeople = code === 'custom' && /^[A-Z]/.test(message)
    problems[path[0] as GiftingField] ??= isForPeople ? message : UNREADABLE
  }
  return problems
}

/** Leaves out anything that is not text. */
export const typedValues = (body: Body): Partial<Record<GiftingField, string>> =>
  Object.fromEntries(
    Object.keys(Fields.shape).flatMap((name) => {
      const text = body[name]
      return typeof text === 'string' ? [[name, text.slice(0, LONGEST_MESSAGE)]] : []
    }),
  )
