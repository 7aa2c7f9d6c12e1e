import { describe, expect, test } from 'vitest'
import { personWith, restoredShop, shopWithPeople, type Who } from '../support/people.ts'
import { type RequestKind, requestAs } from '../support/requests.ts'

const here = await shopWithPeople()

const KNOWN = 'ana@quillfeather.example'
const UNKNOWN = 'ora@quillfeather.example'

/** Calls that take an email which may have an account. */
const CALLS: [string, Who, (email: string) => Record<string, string>][] = [
  ['/v1/cc_signin', 'anonymous', (email) => ({ email, password: 'not-the-password' })],
  ['/v1/send_email_login_link', 'anonymous', (email_address) => ({ email_address })],
  ['/v1/reset_password', 'anonymous', (email) => ({ email })],
  [
    '/v1/update_personal_data',
    'anonymous',
    (email) => ({ request_type: 'access', email, full_name: 'Ana Quillfeather', state: 'WA' }),
  ],
  ['/v1/capture_to_wait_list', 'anonymous', (email) => ({ email, campaign_type: 'email_capture' })],
  ['/v1/update_user_email/:userToken', 'other shopper', (email) => ({ email })],
  ['/v1/stripe_update_email', 'owner', (email) => ({ order_token: here.tokens.open, email })],
]

describe.each(CALLS)('R18 ACC-3 ACC-4 ACC-5 %s', (path, who, fieldsOf) => {
  test.each(['script', 'page'] as const)(
    'by %s responds the same for an email with an account and one without',
    async (way) => {
      const [known, unknown] = [await told(KNOWN, way), await told(UNKNOWN, way)]
      expect(known).toEqual(unknown)
      expect(known.status).toBeLessThan(500)
    },
  )

  /** Requests twice, since the second response may differ; drops what is new in every response. */
  async function told(email: string, way: RequestKind) {
    const { app } = await restoredShop(here)
    const person = personWith(here, who)
    const question = {
      method: 'POST',
      path: path.replace(':userToken', person.user?.token ?? ''),
      fields: fieldsOf(email),
    }
    await requestAs(app, person, question, way)
    const answer = await requestAs(app, person, question, way)
    const headers = [...answer.headers].filter(([name]) => !['set-cookie', 'x-request-id'].includes(name))
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    const text = (await answer.text()).replaceAll(email, '…').replace(/[\w-]{80,}/g, 'a token')
    return { status: answer.status, headers, cookies, text }
  }
})
