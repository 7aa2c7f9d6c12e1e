import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { createLog } from '#src/log.ts'
import { paymentStatus, prepareToPay, readyToPay, SEATTLE } from './support/buying.ts'
import { dump } from './support/dump.ts'
import { world } from './support/world.ts'

function recorder(level = 'trace') {
  const lines: string[] = []
  const log = createLog(level, { write: (line: string) => void lines.push(line) })
  /** Everything logged, minus ids and times, whose digits are random. */
  const text = () => lines.join('').replace(/"(requestId|time)":"[^"]*",|"ms":[\d.]+,/g, '')
  return { lines, log, text }
}

type Line = Record<string, unknown> & { err: Record<string, unknown> }

const only = (lines: string[]) => JSON.parse(lines.at(-1) ?? '{}') as Line

test('OPS-5 a whole purchase, failures included, logs nothing personal or secret', async () => {
  const { lines, log, text } = recorder()
  const { shopper, db, settleDown, standIn, config, app } = await world({ services: { log } })
  const ana = await shopper()
  const [firstToken, firstCookie] = [ana.token, ana.cookies.get('session') ?? '']
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const order = await readyToPay(ana, db, { email: 'canary.ana@example.com' })
  await ana.call('POST', '/v1/stripe_update_address', {
    order_token: order,
    ...SEATTLE,
    delivery_name: 'Canary Whitcomb',
    delivery_street_address_2: 'Apt Canary 7',
  })
  await ana.call('POST', '/v1/stripe_update_email', { order_token: order, email: 'not an address canary' })
  await ana.call('POST', '/v1/stripe_update_email', {
    order_token: order,
    email: 'canary 4242 4242 4242 4242',
  })
  await ana.send('/v1/stripe_update_email', {
    method: 'POST',
    headers: { 'x-csrf-token': 'canary-forged-token' },
  })
  await ana.visit('/products/canary-slug?canary=query')
  await app.request('/webhooks/stripe', {
    method: 'POST',
    body: '{"canary":1}',
    headers: { 'stripe-signature': 't=1,v1=canary' },
  })

  standIn.control.fault({ kind: 'error', path: '/v1/**', times: 2 })
  await ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: order })
  standIn.control.clear()
  const { clientSecret, paymentIntentId } = await prepareToPay(ana, order)
  await ana.confirm(clientSecret, 'pm_card_visa_chargeDeclined')
  await paymentStatus(ana, order)
  await prepareToPay(ana, order)
  await ana.confirm(clientSecret)
  await ana.visit(
    `/order/${order}/payment-status?payment_intent_client_secret=${clientSecret}&payment_intent=${paymentIntentId}`,
  )
  await settleDown()
  expect((await ana.visit(`/order/${order}/confirmation`)).status).toBe(200)

  expect(lines.length).toBeGreaterThan(15)
  const canaries = {
    email: 'canary.ana',
    example: '@example.com',
    name: 'Whitcomb',
    anything: /canary/i,
    street: 'Pike',
    phone: /206\D{0,3}555\D{0,3}0142/,
    'postal code': '98101',
    'client secret': clientSecret,
    'secret part': clientSecret.split('_secret_')[1] ?? '?',
    'order token': order,
    'form token': firstToken,
    'form token now': ana.token,
    cookie: firstCookie,
    seal: 'Fe26',
    'secret key': config.payments.secretKey,
    'webhook secret': config.payments.webhookSecret,
    'session secret': config.sessionSecret,
    'card number': /4242/,
  }
  for (const [name, canary] of Object.entries(canaries))
    expect(text(), name).not.toMatch(canary instanceof RegExp ? canary : escaped(canary))
})

const escaped = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

test('OPS-5 each request logs one line with its id, route pattern, status and time', async () => {
  const { lines, log } = recorder('info')
  const { shopper, db } = await world({ services: { log } })
  const ana = await shopper()
  const order = await readyToPay(ana, db)
  lines.length = 0
  const page = await ana.visit(`/checkout/${order}`)
  const form = await ana.submit('DELETE', '/cart/items/nothing')
  const written = lines.map((line) => JSON.parse(line) as Line)
  expect(written).toHaveLength(2)
  expect(written[0]).toMatchObject({
    method: 'GET',
    route: '/checkout/:orderToken',
    status: 200,
    msg: 'request',
  })
  expect(written[0]?.requestId).toBe(page.headers.get('x-request-id'))
  expect(written[1]).toMatchObject({ method: 'DELETE', route: '/cart/items/:offerToken', status: 404 }) // the method that the form meant, logged once
  expect(written[1]?.requestId).toBe(form.headers.get('x-request-id'))
})

test('OPS-5 jobs and analytics rows contain no canary either', async () => {
  const { shopper, db, settleDown } = await world()
  const ana = await shopper()
  const order = await readyToPay(ana, db, { email: 'canary.ana@example.com' })
  const { clientSecret } = await prepareToPay(ana, order)
  await ana.confirm(clientSecret)
  await settleDown()
  const rows = dump(db, ['orders', 'outbox_messages', 'users', 'saved_addresses'])
  expect(rows).toContain('receipt:')
  for (const canary of ['canary', 'Pike', '5550142', clientSecret, 'Fe26'])
    expect(rows, canary).not.toContain(canary)
})

describe('OPS-5 logging an error', () => {
  const stripeError = () =>
    Stripe.errors.StripeError.generate({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message:
        'The card of canary@example.com was declined, secret pi_3Nabc_secret_canary1, key sk_test_canary2',
      param: 'source',
      statusCode: 402,
      requestId: 'req_1234',
      headers: { authorization: 'Bearer canary3', 'request-id': 'req_1234' },
      payment_intent: {
        id: 'pi_3Nabc',
        client_secret: 'pi_3Nabc_secret_canary4',
        receipt_email: 'canary5@example.com',
      },
      payment_method: { billing_details: { phone: '+12065550142', address: { line1: 'Canary Street' } } },
    } as never)

  test('from the payment provider keeps its identifiers and drops the request, intent and person', () => {
    const { log, lines, text } = recorder()
    log.warn({ err: stripeError(), paymentId: 7 }, 'the payment provider did not answer')
    expect(only(lines)).toMatchObject({
      paymentId: 7,
      err: { code: 'card_declined', statusCode: 402, requestId: 'req_1234' },
    })
    expect(only(lines).err.stack).toMatch(/log\.test\.ts/)
    expect(text()).not.toMatch(/canary|2065550142/i)
  })

  test.each(['err', 'error', 'reason'])('cleans it under the name %s, alone, and as a cause', (name) => {
    const { log, text } = recorder()
    log.error({ [name]: stripeError() }, 'x')
    log.error({ deep: { er: { still: stripeError() } } }, 'x')
    log.error(stripeError())
    log.error(new Error('outer', { cause: stripeError() }), 'x')
    log.error(stripeError(), 'x')
    expect(text()).not.toMatch(/canary|2065550142/i)
    expect(text()).toMatch(/card_declined/)
  })

  test('from the database leaves out the values being written', () => {
    const { log, text } = recorder()
    log.error(
      {
        err: new Error(
          'Failed query: insert into "orders" values (?, ?)\nparams: canary@example.com,Canary Street 1',
        ),
      },
      'x',
    )
    expect(text()).toContain('Failed query')
    expect(text()).not.toMatch(/canary/i)
  })

  test('does no harm if the value is not an error', () => {
    const { log, lines } = recorder()
    for (const odd of [null, undefined, 'text', 7, {}, [], Object.create(null)]) log.error({ err: odd }, 'x')
    expect(lines).toHaveLength(7)
  })
})

test('OPS-5 fields with sensitive names are hidden at any depth', () => {
  const { log, text } = recorder()
  const names = [
    'password',
    'passwd',
    'clientSecret',
    'client_secret',
    'token',
    'csrfToken',
    'api_key',
    'apiKey',
    'secret_key',
    'certificate',
    'otp',
    'ssn',
    'cookie',
    'setCookie',
    'authorization',
    'email',
    'mobile_phone_number',
    'address',
    'delivery_street_address_1',
    'postal_code',
    'card',
    'headers',
    'authenticity_token',
    'to',
    'html',
    'text',
    'body',
  ]
  for (const name of names) {
    log.info({ [name]: 'canary' }, 'x')
    log.info({ a: { [name]: 'canary' } }, 'x')
    log.info({ a: [{ b: { [name]: 'canary' } }] }, 'x')
    log.info({ [name]: { deep: 'canary' } }, 'x')
  }
  log.info({ a: { b: { c: { d: { e: { password: 'canary' } } } } } }, 'x')
  expect(text()).not.toContain('canary')
})

test('OPS-5 fields that help an operator stay readable', () => {
  const { log, lines } = recorder()
  const facts = {
    method: 'GET',
    route: '/v1/order/:orderToken/payment_status',
    status: 200,
    ms: 1.5,
    event: 'csrf_refused',
    kind: 'mail_receipt',
    job: 7,
    attempt: 2,
  }
  log.info({ ...facts, url: 'http://localhost:3000' }, 'listening')
  expect(only(lines)).toMatchObject({ ...facts, url: 'http://localhost:3000', msg: 'listening' })
})

test('OPS-5 a log entry stays on one line, whatever it contains', () => {
  const { log, lines } = recorder()
  log.info({ route: 'a\nb\r\n{"level":60,"msg":"forged"}' }, 'two\nlines')
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/)
})
