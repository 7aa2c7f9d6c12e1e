import { z } from 'zod'
import { EMAIL_SENTENCE, isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import type { Body } from '../web/env.ts'
import { line, lines, linkProblem } from '../web/fields.ts'
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from './rules.ts'

const withoutLinks = (max: number, field: typeof line) =>
  field(max).superRefine((text, context) => {
    const message = linkProblem(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const Fields = z.object({
  email: line(MAX_EMAIL_LENGTH).refine(isEmail, { message: EMAIL_SENTENCE }),
  subject: withoutLinks(MAX_SUBJECT_LENGTH, line),
  body: withoutLinks(MAX_BODY_LENGTH, lines),
})

export type Invitation = z.output<typeof Fields>
export type InvitationField = keyof Invitation
export type InvitationProblem = { field: InvitationField; message: string }

type Read = { ok: true; value: Invitation } | ({ ok: false } & InvitationProblem)

const TOO_LONG: Record<InvitationField, string> = {
  email: EMAIL_SENTENCE,
  subject: `Please keep the subject on one line of at most ${MAX_SUBJECT_LENGTH} characters.`,
  body: `Please keep the message to plain text of at most ${MAX_BODY_LENGTH} characters.`,
}

export function readInvitation(body: Body): Read {
  const read = Fields.safeParse(body)
  if (read.success) return { ok: true, value: read.data }
  const issue = read.error.issues[0]
  const field = (issue?.path[0] ?? 'email') as InvitationField
  const isOwnSentence = issue !== undefined && /^[A-Z]/.test(issue.message)
  return { ok: false, field, message: isOwnSentence ? issue.message : TOO_LONG[field] }
}
