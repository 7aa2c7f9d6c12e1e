import type { Env } from './environment.ts'
import { isLoopback } from './loopback.ts'

/** A demo has public passwords. Unless DEMO=1 says it is one, nothing may look like a real shop without APP_URL. */
export function guessedDemoProblems(env: Env): string[] {
  if (env.DEMO !== undefined) return []
  const signs = [
    isLiveKey(env.STRIPE_SECRET_KEY) && 'STRIPE_SECRET_KEY: a live key',
    isLiveKey(env.STRIPE_PUBLISHABLE_KEY) && 'STRIPE_PUBLISHABLE_KEY: a live key',
    env.EASYPOST_API_KEY?.startsWith('EZAK') && 'EASYPOST_API_KEY: a production key',
    env.TWILIO_ACCOUNT_SID !== undefined &&
      env.TWILIO_API_BASE === undefined &&
      'TWILIO_ACCOUNT_SID: an account that texts real people',
    env.SMTP_URL !== undefined && 'SMTP_URL: a mail server',
    !isLoopback(env.HOST) && 'HOST: an address that other machines can reach',
  ]
  return signs
    .filter((sign) => typeof sign === 'string')
    .map((sign) => `${sign} needs a public APP_URL, or DEMO=1 to run a demo on purpose`)
}

const isLiveKey = (key: string | undefined) => /^[a-z]+_live_/.test(key ?? '')
