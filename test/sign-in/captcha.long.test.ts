import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { users } from '#db/schema/index.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { closeWithFile } from '../support/close-afterwards.ts'
import { freePort } from '../support/free-port.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const NORA = { email: 'nora@example.com', password: 'brisket on sunday' }
const BEN = { email: 'other@example.com', password: DEMO_PASSWORD }
const ROBOT = "Please check the “I'm not a robot” box."

/** Responds like Google's siteverify; `human` is the one valid response. */
const asked: URLSearchParams[] = []
let answers = (form: URLSearchParams) => verdict(form.get('response') === 'human')
const verdict = (success: boolean, ...codes: string[]) =>
  new Response(JSON.stringify({ success, ...(success ? {} : { 'error-codes': codes }) }))

const google = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const form = new URLSearchParams(body)
  asked.push(form)
  const answer = answers(form)
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
})
await new Promise<void>((listening) => void google.listen(0, '127.0.0.1', listening))
closeWithFile(() => void google.close())
const url = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`

const shop = (at = url) =>
  world({ config: { captcha: { siteKey: 'a-site-key', secretKey: 'a-secret-key', url: at } } })

const signIn = (shopper: Shopper, given?: unknown) =>
  shopper.call('POST', '/v1/cc_signin', { ...BEN, 'g-recaptcha-response': given })

test("ACC-10 without keys there is no captcha, and nothing of Google's in page or CSP", async () => {
  const { shopper } = await world()
  const ben = await shopper()
  const page = await ben.visit('/signin')
  expect(page.headers.get('content-security-policy')).not.toContain('google')
  expect(await page.text()).not.toMatch(/captcha/i)
  const before = asked.length
  expect((await signIn(ben, 'robot')).status).toBe(200)
  expect(asked).toHaveLength(before)
})

test("ACC-10 with keys the checkbox is in the form, and the CSP allows only Google's reCAPTCHA paths", async () => {
  const { shopper } = await shop()
  const page = await (await shopper()).visit('/signup')
  const html = await page.text()
  const form = html.slice(
    html.indexOf('class="sign-in__form"'),
    html.indexOf('</form>', html.indexOf('class="sign-in__form"')),
  )
  expect(form).toContain('data-captcha-site-key-value="a-site-key"')
  expect(html).not.toContain('a-secret-key')
  expect(html).not.toMatch(/<script[^>]+google/)
  expect(await (await (await shopper()).visit('/create-password')).text()).toContain('a-site-key')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(
    "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
  )
  expect(policy).toContain(
    'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;',
  )
})

test("ACC-10 the server verifies the form's response with Google, using the secret key", async () => {
  const { shopper } = await shop()
  const ben = await shopper()
  expect((await signIn(ben, 'human')).status).toBe(200)
  expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({ secret: 'a-secret-key', response: 'human' })
})

test.each([
  ['nothing', undefined],
  ['an empty one', ''],
  ['a wrong one', 'robot'],
  ['a list', ['human']],
  ['far too much', 'human'.repeat(5_000)],
])('ACC-10 %s neither signs in nor creates an account, and shows the reason', async (_, given) => {
  const { shopper, db } = await shop()
  const eve = await shopper()
  const before = db.select().from(users).all()
  const answer = await signIn(eve, given)
  expect([answer.status, ((await answer.json()) as { errors: string[] }).errors]).toEqual([422, [ROBOT]])
  const made = await eve.call('POST', '/v1/create_account', { ...NORA, 'g-recaptcha-response': given })
  expect([made.status, ((await made.json()) as { errors: string[] }).errors]).toEqual([422, [ROBOT]])
  expect(db.select().from(users).all()).toEqual(before)
  const plain = await eve.submit('POST', '/v1/cc_signin', BEN)
  expect(plain.status).toBe(422)
  expect(await plain.text()).toContain(ROBOT.replace("'", '&#39;'))
})

test('ACC-10 a person can create an account', async () => {
  const { shopper, db } = await shop()
  const fields = { ...NORA, 'g-recaptcha-response': 'human' }
  expect((await (await shopper()).call('POST', '/v1/create_account', fields)).status).toBe(200)
  expect(
    db
      .select()
      .from(users)
      .all()
      .map(({ email }) => email),
  ).toContain(NORA.email)
})

const unreached: [string, () => Response][] = [
  ['an error', () => new Response('oops', { status: 500 })],
  ['garbage', () => new Response('<h1>Maintenance</h1>')],
  ['a fault of our own keys', () => verdict(false, 'invalid-input-secret')],
]
test.each(unreached)(
  'ACC-10 if Google responds with %s, people can still sign in with their password',
  async (_, answer) => {
    const kept = answers
    answers = answer
    try {
      const { shopper } = await shop()
      const ben = await shopper()
      expect((await ben.call('POST', '/v1/cc_signin', { ...BEN, password: 'wrong' })).status).toBe(401)
      expect((await signIn(ben)).status).toBe(200)
    } finally {
      answers = kept
    }
  },
)

test('ACC-10 if Google is down, people can still sign in, and the rate limits apply', async () => {
  const made = await world({
    config: {
      rateLimited: true,
      captcha: {
        siteKey: 'a-site-key',
        secretKey: 'a-secret-key',
        url: `http://127.0.0.1:${await freePort()}/siteverify`,
      },
    },
  })
  const ben = await made.shopper()
  expect((await signIn(ben)).status).toBe(200)
  const eve = await made.shopper()
  const answers = []
  for (let times = 0; times < 7; times++)
    answers.push((await eve.call('POST', '/v1/cc_signin', { ...BEN, password: `wrong ${times}` })).status)
  expect(answers.at(-1)).toBe(429)
})
