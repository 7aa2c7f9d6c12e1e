import { z } from 'zod'
import type { CaptchaConfig } from '../../config/captcha-config.ts'

export type Judgement = 'human' | 'doubted' | 'unreachable'

/** Asks whether somebody is a person. null in the services: nobody is asked. */
export type Captcha = {
  siteKey: string
  /** @param response what the page's widget gave the form, '' for nothing */
  judge(response: string): Promise<Judgement>
}

const LONGEST_WAIT_MS = 5_000

const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** Faults of this shop's own keys, for which nobody at the door can do anything. */
const OWN_FAULTS = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request'])

/**
 * Google's reCAPTCHA. It is asked about an empty response, too: where it cannot be reached, the page could not load the
 * widget either, and only then is nothing as good as something.
 */
export const recaptcha = ({ siteKey, secretKey, url }: CaptchaConfig): Captcha => ({
  siteKey,
  async judge(response) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response }),
        signal: AbortSignal.timeout(LONGEST_WAIT_MS),
        redirect: 'error',
      })
      if (!answer.ok) return 'unreachable'
      return judged(Verdict.parse(await answer.json()))
    } catch {
      return 'unreachable'
    }
  },
})

function judged({ success, 'error-codes': codes = [] }: z.infer<typeof Verdict>): Judgement {
  if (success) return 'human'
  return codes.some((code) => OWN_FAULTS.has(code)) ? 'unreachable' : 'doubted'
}
