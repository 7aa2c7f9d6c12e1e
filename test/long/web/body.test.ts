import { describe, expect, test } from 'vitest'
import { fillCart, offerToken } from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { world } from '../../support/world.ts'

const scene = async () => {
  const made = await world()
  const ana = await made.shopper()
  const address = `/cart/items/${offerToken(made.db, 'demo-fifty')}`
  const post = (body: BodyInit | null, contentType?: string, path = address) =>
    ana.send(path, {
      method: 'POST',
      headers: {
        'x-csrf-token': ana.token,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      body,
      ...({ duplex: 'half' } as object),
    })
  return { ...made, ana, address, post }
}

const multipart = (fields: Record<string, string>, boundary = 'BBB') =>
  `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--${boundary}--\r\n`

describe('GND-3 one call takes three body types, with and without a trailing slash', () => {
  const bodies: [string, string][] = [
    ['{"quantity":2}', 'application/json'],
    ['{"quantity":"2"}', 'application/json; charset=utf-8'],
    ['quantity=2', 'application/x-www-form-urlencoded'],
    ['quantity=2', 'Application/X-WWW-Form-Urlencoded;charset=UTF-8'],
    [multipart({ quantity: '2' }), 'multipart/form-data; boundary=BBB'],
  ]
  test.each(bodies)('%s (%s)', async (body, type) => {
    const { post, address } = await scene()
    expect(await (await post(body, type)).json()).toMatchObject({ quantity: 2, item_count: 2 })
    expect(await (await post(body, type, `${address}/`)).json()).toMatchObject({ quantity: 4 })
  })

  test("calls under /v1 do, too, with the spec's field names", async () => {
    const { ana, post } = await scene()
    const json = await ana.call('POST', '/v1/update_postal_code/', { postal_code: '98101' })
    const form = await post(
      'postal_code=98101',
      'application/x-www-form-urlencoded',
      '/v1/update_postal_code',
    )
    expect(await json.json()).toEqual(await form.json())
  })

  test('bracketed names become nested records', async () => {
    const { post } = await scene()
    const response = await post(
      'quantity=2&gift_info[message]=hello&order_tokens[]=a&order_tokens[]=b',
      'application/x-www-form-urlencoded',
    )
    expect(response.status).toBe(200)
  })
})

describe('GND-4 an unreadable body is a 400, never a 500, and changes nothing', () => {
  const JSON_TYPE = 'application/json'
  const FORM_TYPE = 'application/x-www-form-urlencoded'
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&')
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const unreadable: [string, string, string | undefined][] = [
    ['broken JSON', '{"quantity":', JSON_TYPE],
    ['JSON of nothing but blanks', '   ', JSON_TYPE],
    ['a JSON list', '[1,2]', JSON_TYPE],
    ['a JSON number', '7', JSON_TYPE],
    ['JSON null', 'null', JSON_TYPE],
    ['bare text as JSON', 'quantity=2', JSON_TYPE],
    ['JSON too deep', nested(11), JSON_TYPE],
    ['JSON so deep that a parser might fall', nested(9000), JSON_TYPE],
    ['brackets without end', '['.repeat(30_000), JSON_TYPE],
    [
      'JSON of too many fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [i, 1]))),
      JSON_TYPE,
    ],
    ['too many fields', fields(201), FORM_TYPE],
    ['fields too deep', `a${'[b]'.repeat(11)}=1`, FORM_TYPE],
    ['a list that is too long', Array.from({ length: 201 }, () => 'a[]=1').join('&'), FORM_TYPE],
    ['multipart without a boundary', multipart({ quantity: '2' }), 'multipart/form-data'],
    ['multipart of another boundary', multipart({ quantity: '2' }), 'multipart/form-data; boundary=CCC'],
    ['multipart cut short', multipart({ quantity: '2' }).slice(0, 40), 'multipart/form-data; boundary=BBB'],
    ['multipart of nothing', 'hello', 'multipart/form-data; boundary=BBB'],
    ['plain text', 'quantity=2', 'text/plain'],
    ['no type at all', 'quantity=2', ''],
    ['a type nobody knows', '<q>2</q>', 'application/xml'],
    ['JSON under another name', '{"quantity":2}', 'application/vnd.api+json'],
    ['a type that only begins right', '{"quantity":2}', 'application/jsonp'],
  ]
  test.each(unreadable)('%s', async (_, body, type) => {
    const { post, db } = await scene()
    const before = dump(db)
    const response = await post(body, type)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: "We couldn't read that request." })
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test('an HTML page for a browser', async () => {
    const { ana, address } = await scene()
    const headers = { accept: 'text/html', 'content-type': 'application/json' }
    const response = await ana.send(address, { method: 'POST', headers, body: '{' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('<!doctype html>')
  })

  test('a body just within the limits is read', async () => {
    const { post } = await scene()
    expect((await post(`${fields(199)}&quantity=1`, FORM_TYPE)).status).toBe(200)
    expect((await post(`{"quantity":1,"a":${nested(9)}}`, JSON_TYPE)).status).toBe(200)
    expect((await post(null, JSON_TYPE)).status).toBe(200)
    expect((await post(null)).status).toBe(200)
  })
})

describe('GND-4 SEC-3 a body over 64 KB is a 413', () => {
  const LIMIT = 64 * 1024
  const json = (bytes: number) => `{"quantity":1,"x":"${'y'.repeat(bytes - 21)}"}`
  const inChunks = (text: string) =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < text.length; at += 1000)
          controller.enqueue(new TextEncoder().encode(text.slice(at, at + 1000)))
        controller.close()
      },
    })

  test('by Content-Length, or while reading chunks', async () => {
    const { post, db } = await scene()
    const before = dump(db)
    expect(json(LIMIT + 1)).toHaveLength(LIMIT + 1)
    expect((await post(json(LIMIT + 1), 'application/json')).status).toBe(413)
    expect((await post(inChunks(json(LIMIT + 1)), 'application/json')).status).toBe(413)
    expect(
      (await post(inChunks(multipart({ x: 'y'.repeat(LIMIT) })), 'multipart/form-data; boundary=BBB')).status,
    ).toBe(413)
    expect(changedTables(before, dump(db))).toEqual([])
    expect((await post(json(LIMIT), 'application/json')).status).toBe(200)
    expect((await post(inChunks(json(LIMIT)), 'application/json')).status).toBe(200)
  })

  test('an endless chunked body is cut off', async () => {
    const { post } = await scene()
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1000
        controller.enqueue(new Uint8Array(1000).fill(97))
      },
    })
    expect((await post(endless, 'application/json')).status).toBe(413)
    expect(sent).toBeLessThan(LIMIT * 2)
  })

  test('a body that breaks off is a 400', async () => {
    const { post } = await scene()
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
    expect((await post(broken, 'application/json')).status).toBe(400)
  })
})

test('names with a meaning in JavaScript have none in a body', async () => {
  const { post } = await scene()
  const tries: [string, string][] = [
    [
      '{"__proto__":{"quantity":9,"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
      'application/json',
    ],
    [
      '__proto__[polluted]=1&constructor[prototype][polluted]=1&quantity=1',
      'application/x-www-form-urlencoded',
    ],
    ['a[__proto__][polluted]=1&hasOwnProperty=1&toString=1', 'application/x-www-form-urlencoded'],
    [multipart({ '__proto__[polluted]': '1', toString: '1' }), 'multipart/form-data; boundary=BBB'],
  ]
  for (const [body, type] of tries) {
    const response = await post(body, type)
    expect(response.status).toBe(200)
    expect(((await response.json()) as { quantity: number }).quantity).toBeLessThanOrEqual(4)
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a list or record in place of a single value is refused, not coerced to text', async () => {
  const { ana, db, address } = await scene()
  const order_token = await fillCart(ana, db)
  for (const quantity of [[2], { a: 2 }, true, 1.5, -1, 1e21, 'NaN', '2e1', '0x2', '٢', null]) {
    const response = await ana.call('PUT', address, { quantity })
    expect(response.status, JSON.stringify(quantity)).toBe(quantity === null ? 200 : 422)
  }
  expect(
    (await ana.call('POST', '/v1/stripe_update_email', { order_token: [order_token], email: 'a@b.example' }))
      .status,
  ).toBe(404)
  expect(
    (await ana.call('POST', '/v1/stripe_update_email', { order_token: '', email: 'a@b.example' })).status,
  ).toBe(404)
  expect(
    (await ana.call('POST', '/v1/stripe_update_email', { order_token, email: ['a@b.example'] })).status,
  ).toBe(422)
})

test('a repeated field is refused where a single value is expected', async () => {
  const { post } = await scene()
  expect((await post('quantity=1&quantity=2', 'application/x-www-form-urlencoded')).status).toBe(422)
})

describe("a form's method override", () => {
  test('is read from the body only', async () => {
    const { ana, address, db } = await scene()
    await fillCart(ana, db)
    const form = (path: string, headers: Record<string, string>, body: string) =>
      ana.send(path, {
        method: 'POST',
        headers: {
          'x-csrf-token': ana.token,
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        body,
      })
    const inAddress = await form(`${address}?_method=delete`, {}, '')
    const inHeader = await form(
      address,
      { 'x-http-method-override': 'DELETE', 'x-droveway-overridden': '1' },
      '',
    )
    expect(await inAddress.json()).toMatchObject({ quantity: 2 })
    expect(await inHeader.json()).toMatchObject({ quantity: 3 })
    expect(await (await form(address, {}, '_method=delete')).json()).toMatchObject({ quantity: 0 })
    expect((await form(address, {}, '_method=trace')).status).toBe(200) // not a method that forms may override to
    expect((await form(address, {}, '_method[]=delete')).status).toBe(200)
    for (const odd of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect((await form(address, {}, `_method=${odd}`)).status).toBe(200)
  })

  test('GET is never overridden, whatever it carries', async () => {
    const { ana, address, db } = await scene()
    await fillCart(ana, db)
    const before = dump(db)
    for (const method of ['GET', 'HEAD']) {
      const response = await ana.send(`${address}?_method=delete&authenticity_token=${ana.token}`, {
        method,
        headers: { 'x-csrf-token': ana.token, 'x-http-method-override': 'DELETE' },
      })
      expect(response.status).toBe(404)
    }
    expect(changedTables(before, dump(db))).toEqual([])
  })
})
