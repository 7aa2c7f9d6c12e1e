import type { Context } from 'hono'
import type { AppEnv } from './env.ts'

const MAX_RESPONSE_LENGTH = 8_192

export const CAPTCHA_MESSAGE = "Please check the “I'm not a robot” box."

/** Everyone passes while the service is down; the limits of the call and the account still apply. */
export async function captchaProblem(c: Context<AppEnv>): Promise<string | null> {
  const { captcha } = c.var.services
  if (!captcha) return null
  const field = c.var.body['g-recaptcha-response']
  const response = typeof field === 'string' && field.length <= MAX_RESPONSE_LENGTH ? field : ''
  const verdict = await captcha.verify(response)
  if (verdict === 'unreachable')
    c.var.log.error({ event: 'captcha_unreachable' }, 'the captcha service did not answer')
  if (verdict === 'refused') c.var.log.warn({ event: 'captcha_refused' }, 'captcha failed')
  return verdict === 'refused' ? CAPTCHA_MESSAGE : null
}
