import { z } from 'zod'
import { EMAIL_SENTENCE, isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { normalizeEmail } from '../accounts/users.ts'
import { stateCode } from '../postal/states.ts'
import type { Body } from '../web/env.ts'
import { line, lines } from '../web/fields.ts'
import type { NewRequest } from './requests.ts'
import { MAX_CORRECTION_LENGTH } from './rules.ts'

const MAX_NAME_LENGTH = 100

const Fields = z.object({
  request_type: z.enum(['access', 'delete', 'correct'], { message: 'Please choose one of these.' }),
  email: line(MAX_EMAIL_LENGTH).refine(isEmail, { message: EMAIL_SENTENCE }),
  full_name: line(MAX_NAME_LENGTH).refine((text) => text !== '', { message: 'Please enter your full name.' }),
  correction: lines(MAX_CORRECTION_LENGTH),
  state: line(40).transform((text, context) => {
    const code = stateCode(text)
    if (code) return code
    context.addIssue({ code: 'custom', message: 'Please choose the state you live in.' })
    return z.NEVER
  }),
})

export type RequestField = keyof z.input<typeof Fields>
export type RequestProblems = Partial<Record<RequestField, string>>
export type RequestRead = { ok: true; request: NewRequest } | { ok: false; problems: RequestProblems }

export function readRequest(body: Body): RequestRead {
  const read = Fields.safeParse(body)
  if (!read.success) return { ok: false, problems: problemsOf(read.error) }
  const { request_type: kind, email, full_name: fullName, state } = read.data
  const correction = kind === 'correct' ? read.data.correction || null : null
  return { ok: true, request: { kind, email: normalizeEmail(email), fullName, state, correction } }
}

/** The first problem per field. Messages that are not full sentences are the field parsers' own, not for people. */
function problemsOf({ issues }: z.ZodError): RequestProblems {
  const problems: RequestProblems = {}
  for (const { path, message } of issues)
    problems[path[0] as RequestField] ??= /^[A-Z].*\.$/.test(message)
      ? message
      : 'Please keep this short and use plain text.'
  return problems
}

export const typedRequest = (body: Body): Partial<Record<RequestField, string>> =>
  Object.fromEntries(
    Object.keys(Fields.shape).flatMap((name) => {
      const text = body[name]
      return typeof text === 'string' ? [[name, text.slice(0, MAX_CORRECTION_LENGTH)]] : []
    }),
  )
