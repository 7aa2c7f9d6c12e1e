import { z } from 'zod'
import { isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { PHONE_SENTENCE, parsePhone } from '../delivery/rules.ts'
import type { Body } from '../web/env.ts'
import { figure, line, lines } from '../web/fields.ts'

export const LONGEST_NAME = 200
export const LONGEST_MESSAGE = 5_000
const MOST_BOXES = 100_000

const GIVEN = 'Please fill this in.'
const NOT_LIKE_THAT = 'Please shorten this, and type it as plain text.'

const given = (max: number) => line(max).refine((text) => text !== '', { message: GIVEN })

const Fields = z.object({
  name: given(LONGEST_NAME),
  email: given(MAX_EMAIL_LENGTH).refine(isEmail, { message: 'Please enter a valid email address.' }),
  company: line(LONGEST_NAME).transform((text) => text || null),
  phone_number: figure(30).transform((text, context) => {
    const phone = parsePhone(text)
    if (text && !phone) context.addIssue({ code: 'custom', message: PHONE_SENTENCE })
    return phone
  }),
  quantity: figure(10).transform((text, context) => {
    if (!text) return null
    const quantity = /^\d{1,6}$/.test(text) ? Number(text) : 0
    if (quantity >= 1 && quantity <= MOST_BOXES) return quantity
    context.addIssue({ code: 'custom', message: 'Please enter a whole number of boxes.' })
    return z.NEVER
  }),
  message: lines(LONGEST_MESSAGE).refine((text) => text !== '', { message: GIVEN }),
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
/** What is wrong, by the field where it stands. */
export type GiftingProblems = Partial<Record<GiftingField, string>>

export type GiftingRead = { ok: true; question: GiftingQuestion } | { ok: false; problems: GiftingProblems }

/** What a company asks, or what has to be mended in it. */
export function readGiftingQuestion(body: Body): GiftingRead {
  const read = Fields.safeParse(body)
  if (!read.success) return { ok: false, problems: problemsOf(read.error) }
  const { phone_number: phone, ...rest } = read.data
  return { ok: true, question: { ...rest, phone } }
}

/** The first of each field. Only sentences written for a form begin like one: all others are for programs. */
function problemsOf({ issues }: z.ZodError): GiftingProblems {
  const problems: GiftingProblems = {}
  for (const { path, code, message } of issues) {
    const isForPeople = code === 'custom' && /^[A-Z]/.test(message)
    problems[path[0] as GiftingField] ??= isForPeople ? message : NOT_LIKE_THAT
  }
  return problems
}

/** What was typed, to stand in the form again; what no person types is left out. */
export const typedAgain = (body: Body): Partial<Record<GiftingField, string>> =>
  Object.fromEntries(
    Object.keys(Fields.shape).flatMap((name) => {
      const text = body[name]
      return typeof text === 'string' ? [[name, text.slice(0, LONGEST_MESSAGE)]] : []
    }),
  )
