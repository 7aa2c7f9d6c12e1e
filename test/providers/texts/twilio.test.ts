import { expect, test } from 'vitest'
import { isTextSignedBy, textSignature } from '#src/providers/texts/signature.ts'
import { TextError } from '#src/providers/texts/texter.ts'
import { twilio } from '#src/providers/texts/twilio.ts'

type Answer = { status: number; json?: unknown; lost?: Error }

/** A fake of Twilio's HTTP API that responds from a list. */
function gateway(...answers: Answer[]) {
  const asked: { method: string; url: string; auth: string | null; fields: Record<string, string> }[] = []
  const texter = twilio({
    accountSid: 'AC1',
    authToken: 'token',
    from: '+12065550199',
    apiBase: 'http://texts.test',
    async fetch(input, init) {
      const request = new Request(input, init)
      const fields = Object.fromEntries(new URLSearchParams(await request.text()))
      asked.push({
        method: request.method,
        url: request.url,
        auth: request.headers.get('authorization'),
        fields,
      })
      const { status, json, lost } = answers[asked.length - 1] ?? { status: 500 }
      if (lost) throw lost
      return new Response(json === undefined ? 'no JSON' : JSON.stringify(json), { status })
    },
  })
  return { texter, asked }
}

const TEXT = {
  key: 'k',
  to: '+12065550142',
  body: 'Hi & bye',
  reportUrl: 'https://shop.test/webhooks/sms/status',
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof TextError ? [error.outcome, error.code] : error),
  )

test("TRK-3 a text is sent in Twilio's format, and found by number, body and time", async () => {
  const since = Date.parse('2026-11-24T20:00:00Z')
  const listed = (sid: string, body: string, date_created: string) => ({
    sid,
    status: 'sent',
    body,
    date_created,
  })
  const messages = [
    listed('SM3', 'Something else', 'Tue, 24 Nov 2026 20:00:03 +0000'),
    listed('SM2', TEXT.body, 'Tue, 24 Nov 2026 20:00:01 +0000'),
    listed('SM1', TEXT.body, 'Mon, 23 Nov 2026 20:00:01 +0000'),
  ]
  const { texter, asked } = gateway(
    { status: 201, json: { sid: 'SM2', status: 'queued', error_code: null } },
    { status: 200, json: { messages } },
    { status: 200, json: { messages: messages.slice(2) } },
  )
  expect(await texter.send(TEXT)).toEqual({ id: 'SM2', status: 'queued' })
  expect(asked[0]).toEqual({
    method: 'POST',
    url: 'http://texts.test/2010-04-01/Accounts/AC1/Messages.json',
    auth: `Basic ${Buffer.from('AC1:token').toString('base64')}`,
    fields: { To: TEXT.to, From: '+12065550199', Body: TEXT.body, StatusCallback: TEXT.reportUrl },
  })
  expect(await texter.find(TEXT, since)).toMatchObject({ id: 'SM2' })
  expect(new URL(asked[1]?.url ?? '').searchParams.get('To')).toBe(TEXT.to)
  expect(await texter.find(TEXT, since)).toBeNull()
})

test('TRK-3 a refusal means nothing was sent; a lost or broken response leaves it unknown', async () => {
  const refused = { code: 21610, message: 'Attempt to send to unsubscribed recipient', status: 400 }
  const unreachable = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
  const { texter } = gateway(
    { status: 400, json: refused },
    { status: 503, json: {} },
    { status: 201 },
    { status: 0, lost: new TypeError('terminated') },
    { status: 0, lost: unreachable },
    { status: 429, json: { code: 20429, message: 'Too many requests' } },
  )
  expect(await failureOf(texter.send(TEXT))).toEqual(['not_done', 21610])
  expect(await failureOf(texter.send(TEXT))).toEqual(['unknown', null])
  expect(await failureOf(texter.send(TEXT))).toEqual(['unknown', null])
  expect(await failureOf(texter.send(TEXT))).toEqual(['unknown', null])
  expect(await failureOf(texter.send(TEXT))).toEqual(['not_done', null])
  expect(await failureOf(texter.send(TEXT))).toEqual(['not_done', 20429])
})

test('TRK-3 a webhook signature covers the public URL and every field; ports and queries have two spellings', () => {
  // From Twilio's own documentation of its scheme.
  const fields = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  })
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(textSignature(url, fields, '12345')).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')

  const isSigned = (signedUrl: string, askedUrl: string) =>
    isTextSignedBy(askedUrl, fields, textSignature(signedUrl, fields, 'token'), 'token')
  expect(isSigned(url, url)).toBe(true)
  expect(isSigned('https://mycompany.com:443/myapp.php?foo=1&bar=2', url)).toBe(true)
  expect(isSigned('https://mycompany.com/a?b=c d', 'https://mycompany.com/a?b=c%20d')).toBe(true)
  expect(isSigned('https://mycompany.com/a?b=c+d', 'https://mycompany.com/a?b=c%20d')).toBe(true)
  expect(isSigned('https://mycompany.com/other', url)).toBe(false)
  const more = new URLSearchParams([...fields, ['Added', '']])
  expect(isTextSignedBy(url, more, textSignature(url, fields, 'token'), 'token')).toBe(false)
  const twice = new URLSearchParams([...fields, ['Digits', '1234'], ['Digits', '9']])
  const ordered = new URLSearchParams([...fields, ['Digits', '9']])
  expect(textSignature(url, twice, 'token')).toBe(textSignature(url, ordered, 'token'))
})
