import type { Reauthentication } from '../accounts/reauthentication.ts'
import { password } from '../accounts/sign-in-fields.ts'
import type { Body } from '../web/env.ts'

type Refusal = Exclude<(Reauthentication & { ok: false })['reason'], 'wait'>

export const PROOF_SENTENCES: Record<Refusal, string> = {
  password_needed: "It's been a while since you signed in. Please sign in again to change this.",
  wrong_password: "That password isn't right. Please try again.",
}

export const currentPassword = (body: Body): string => password.safeParse(body.current_password).data ?? ''
