import { z } from 'zod'
import { line, text } from '../web/fields.ts'
import { MAX_EMAIL_LENGTH } from './rules.ts'

/** Kept exactly as typed, spaces included. The bound only keeps huge bodies out; rules.ts checks the real length. */
export const password = text.refine((typed) => typed.length <= 1_000, { message: 'at most 128 characters' })

export const CredentialFields = z.object({
  email: line(MAX_EMAIL_LENGTH),
  password,
  redirect_url: line(2_048),
})

export const NewAccountFields = CredentialFields.extend({
  /** Five digits; anything else is ignored, because it is no reason to refuse an account. */
  postal_code: line(20).transform((text) => (/^\d{5}$/.test(text) ? text : null)),
  landing_page_source: line(200),
})

export const MagicLinkFields = z.object({ email_address: line(MAX_EMAIL_LENGTH), redirect_url: line(2_048) })

export const ResetFields = z.object({ email: line(MAX_EMAIL_LENGTH) })

export const NewPasswordFields = z.object({ password })
