import { z } from 'zod'
import { line, text } from '../web/fields.ts'
import { MAX_EMAIL_LENGTH } from './rules.ts'

/** A password is taken as it was typed, blanks and all; far longer than any password it is none. */
export const password = text.refine((typed) => typed.length <= 1_000, { message: 'at most 128 characters' })

export const CredentialFields = z.object({
  email: line(MAX_EMAIL_LENGTH),
  password,
  redirect_url: line(2_048),
})

export const NewAccountFields = CredentialFields.extend({
  /** Five digits, or left aside: nobody is kept from an account by it. */
  postal_code: line(20).transform((text) => (/^\d{5}$/.test(text) ? text : null)),
  landing_page_source: line(200),
})

export const MagicLinkFields = z.object({ email_address: line(MAX_EMAIL_LENGTH), redirect_url: line(2_048) })

export const ResetFields = z.object({ email: line(MAX_EMAIL_LENGTH) })

export const NewPasswordFields = z.object({ password })
