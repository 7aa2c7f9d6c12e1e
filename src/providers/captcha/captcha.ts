import { z } from 'zod'
import type { CaptchaConfig } from '../../config/captcha-config.ts'

export type Verdict = 'human' | 'refused' | 'unreachable'

export type Captcha = {
  siteKey: string
  /** @param response the widget's form field, '' when empty */
  verify(response: string): Promise<Verdict>
}

const TIMEOUT_MS = 5_000

const Answer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** Our own keys are wrong, which isn't the visitor's fault. */
const KEY_ERRORS = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request'])

/** Checks even an empty response: when Google is down, pages can't load the widget, and people must get in. */
export const recaptcha = ({ siteKey, secretKey, url }: CaptchaConfig): Captcha => ({
  siteKey,
  async verify(response) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      })
      if (!answer.ok) return 'unreachable'
      return verdictOf(Answer.parse(await answer.json()))
    } catch {
      return 'unreachable'
    }
  },
})

function verdictOf({ success, 'error-codes': codes = [] }: z.infer<typeof Answer>): Verdict {
  if (success) return 'human'
  return codes.some((code) => KEY_ERRORS.has(code)) ? 'unreachable' : 'refused'
}
