import type { Reauthentication } from '../accounts/reauthentication.ts'
import { password } from '../accounts/sign-in-fields.ts'
import type { Body } from '../web/env.ts'

type Refusal = Exclude<(Reauthentication & { ok: false })['reason'], 'wait'>

export const PROOF_SENTENCES: Record<Refusal, string> = {
  password_needed: 'Please sign in again to change this: your last sign-in is a while ago.',
  wrong_password: 'That is not your password. Please try again.',
}

/** As it was typed; what cannot be one is none. */
export const currentPassword = (body: Body): string => password.safeParse(body.current_password).data ?? ''
