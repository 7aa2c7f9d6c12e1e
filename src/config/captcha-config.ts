import { z } from 'zod'
import { httpUrl, text } from './environment-values.ts'

export const CAPTCHA_VARIABLES = {
  RECAPTCHA_SITE_KEY: text.optional(),
  RECAPTCHA_SECRET_KEY: text.optional(),
  RECAPTCHA_URL: httpUrl.optional(),
}

const Variables = z.object(CAPTCHA_VARIABLES)
type Env = z.infer<typeof Variables>

export type CaptchaConfig = {
  siteKey: string
  secretKey: string
  url: string
}

const GOOGLE = 'https://www.google.com/recaptcha/api/siteverify'

export const captchaOf = ({
  RECAPTCHA_SITE_KEY: siteKey,
  RECAPTCHA_SECRET_KEY: secretKey,
  RECAPTCHA_URL: url = GOOGLE,
}: Env): CaptchaConfig | null => (siteKey && secretKey ? { siteKey, secretKey, url } : null)

export function captchaProblems(env: Env, isDemo: boolean): string[] {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey, RECAPTCHA_URL: url } = env
  return [
    ...(secretKey && !siteKey ? ['RECAPTCHA_SITE_KEY: required with RECAPTCHA_SECRET_KEY'] : []),
    ...(siteKey && !secretKey ? ['RECAPTCHA_SECRET_KEY: required with RECAPTCHA_SITE_KEY'] : []),
    ...(!isDemo && url?.startsWith('http:') ? ['RECAPTCHA_URL: a live shop must use https'] : []),
  ]
}
