import { describe, expect, test } from 'vitest'
import { playOddRequests, SENDERS } from '../support/odd-requests.ts'

/** `npm run proof -- odd-requests` sends many more. */
const ROUNDS = 2_600
const SEED = 3

/** The account routes. Each must get odd requests from a signed-in client. */
const ACCOUNT_CALLS = [
  '/account/addresses',
  '/account/cards',
  '/account/close',
  '/account/confirmation',
  '/account/data',
  '/account/email-change',
  '/account/orders',
  '/account/password',
  '/account/sessions',
  '/account/sign-in-link',
  '/v1/add_credit_card',
  '/v1/change_email_preferences',
  '/v1/make_credit_card_default',
  '/v1/remove_credit_card',
  '/v1/update_user_email',
  '/v1/update_user_full_name',
]

describe.each(SENDERS)('REL-4 R20 odd requests from %s', (sender) => {
  let heard = new Set<string>()

  test(`${ROUNDS} of them: each gets a 4xx or a normal response, never a 5xx, a hang or a stack trace`, {
    timeout: 300_000,
  }, async () => {
    const outcome = await playOddRequests(sender, SEED, ROUNDS, ACCOUNT_CALLS)
    heard = outcome.heard
    expect(outcome.problems).toEqual([])
    // If odd requests were all rejected up front, they would prove nothing.
    const count = (status: number) => outcome.statuses.get(status) ?? 0
    expect(count(200)).toBeGreaterThan(ROUNDS / 15)
    for (const status of [303, 400, 403, 404, 422]) expect(count(status), String(status)).toBeGreaterThan(5)
    expect(outcome.trodden.size).toBeGreaterThan(15)
  })

  test('every account route got some of them', () => {
    expect(ACCOUNT_CALLS.filter((path) => !heard.has(path))).toEqual([])
  })
})
