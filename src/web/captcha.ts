import type { Context } from 'hono'
import type { AppEnv } from './env.ts'

const LONGEST_RESPONSE = 8_192

export const CAPTCHA_SENTENCE = 'Please tick the box that says you are not a robot.'

/**
 * What keeps whoever sent this form from being taken for a person: a sentence, or null. While the judge cannot be
 * reached nobody is kept out: the limits of the call and of the account stand all the same.
 */
export async function captchaProblem(c: Context<AppEnv>): Promise<string | null> {
  const { captcha } = c.var.services
  if (!captcha) return null
  const given = c.var.body['g-recaptcha-response']
  const response = typeof given === 'string' && given.length <= LONGEST_RESPONSE ? given : ''
  const judgement = await captcha.judge(response)
  if (judgement === 'unreachable')
    c.var.log.error({ event: 'captcha_unreachable' }, 'nobody judged a captcha')
  if (judgement === 'doubted') c.var.log.warn({ event: 'captcha_refused' }, 'taken for a robot')
  return judgement === 'doubted' ? CAPTCHA_SENTENCE : null
}
