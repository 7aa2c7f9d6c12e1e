import { describe, expect, test } from 'vitest'
import { listAddresses } from '#src/accounts/addresses.ts'
import { ANA, BEN, signedIn, userOf } from '../../support/account.ts'
import { fillCart } from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { validator } from '../../support/valid-html.ts'
import { world } from '../../support/world.ts'

const PINE = {
  delivery_name: 'Ruth Whitcomb',
  delivery_street_address_1: '500 Pine St',
  delivery_street_address_2: '',
  delivery_city: 'Seattle',
  delivery_state: 'WA',
  delivery_postal_code: '98101',
  delivery_phone_number: '(206) 555-0142',
}
const ELM = { ...PINE, delivery_street_address_1: '12 Elm St', delivery_street_address_2: 'Apt 4' }

/** A signed-in user whose account has no address yet. */
async function settler(email = 'staff@example.com') {
  const made = await world()
  const who = await signedIn(made, email)
  const saved = () => listAddresses(made.db, userOf(made, email))
  return { made, who, saved }
}

describe('SET-1 saved addresses', () => {
  test('SET-1 a form adds an address, the first becomes the default, and checkout offers them', async () => {
    const { made, who, saved } = await settler()
    const added = await who.submit('POST', '/account/addresses', PINE)
    expect([added.status, added.headers.get('location')]).toEqual([303, '/account#account_addresses'])
    expect(
      (await who.call('POST', '/account/addresses', { ...ELM, delivery_state: 'Washington' })).status,
    ).toBe(200)
    expect(saved()).toMatchObject([
      { street1: '500 Pine St', name: 'Ruth Whitcomb', phone: '+12065550142', isDefault: true },
      { street1: '12 Elm St', street2: 'Apt 4', state: 'WA', isDefault: false },
    ])
    await fillCart(who, made.db)
    const token = (await who.visit('/checkout')).headers.get('location')?.split('/').at(-1)
    const page = await (await who.visit(`/${token}/delivery`)).text()
    expect(page).toContain('12 Elm St, Apt 4')
    expect(page).toContain('value="500 Pine St"')
  })

  test('SET-1 adding the same address again adds none, and past twenty the least recently used is removed', async () => {
    const { made, who, saved } = await settler()
    for (const _ of [1, 2]) await who.call('POST', '/account/addresses', PINE)
    expect(saved()).toHaveLength(1)
    const told: string[] = []
    for (let number = 1; number <= 21; number++) {
      made.pass(1000)
      const fields = { ...PINE, delivery_street_address_1: `${number} Elm St` }
      const answer = await who.call('POST', '/account/addresses', fields)
      told.push(((await answer.json()) as { message: string }).message)
    }
    expect(
      told
        .filter((message) => /we removed the one /.test(message))
        .map((message) => /\d+ Elm St/.exec(message)?.[0]),
    ).toEqual(['1 Elm St', '2 Elm St'])
    expect(saved()).toHaveLength(20)
    expect(saved()[0]).toMatchObject({ street1: '500 Pine St', isDefault: true })
  })

  test.each([
    [{ delivery_name: '' }, /missing fields: Full Name/, 'delivery_name'],
    [{ delivery_street_address_1: 'PO Box 12' }, /PO Box/, 'delivery_street_address_1'],
    [{ delivery_postal_code: '9810' }, /5 digit zip/, 'delivery_postal_code'],
    [{ delivery_postal_code: '10001' }, /is in New York/, 'delivery_state'],
    [{ delivery_postal_code: '99501', delivery_state: 'AK' }, /don&#39;t deliver/, 'delivery_postal_code'],
    [{ delivery_phone_number: '555' }, /10 digit phone/, 'delivery_phone_number'],
    [{ delivery_city: 'x'.repeat(81) }, /Please check the city: at most 80/, 'delivery_name'],
  ])(
    'SET-1 an undeliverable address is refused at its field, and keeps what was typed: %j',
    async (wrong, words, field) => {
      const { who, saved } = await settler()
      const refused = await who.submit('POST', '/account/addresses', { ...ELM, ...wrong })
      const page = await refused.text()
      expect([refused.status, page]).toEqual([422, expect.stringMatching(words)])
      const input = new RegExp(`<(?:input|select)[^>]*name="${field}"[^>]*aria-invalid="true"`)
      expect(page).toMatch(
        new RegExp(`${input.source}|<(?:input|select)[^>]*aria-invalid="true"[^>]*name="${field}"`),
      )
      if (!('delivery_name' in wrong)) expect(page).toContain('value="Ruth Whitcomb"')
      expect(page).toMatch(/<details[^>]*open=""[^>]*>\s*<summary[^>]*>\s*Add an address/)
      const { results } = await validator.validateString(page)
      expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
      const said = await who.call('POST', '/account/addresses', { ...ELM, ...wrong })
      expect([said.status, Object.keys((await said.json()) as object)]).toEqual([
        422,
        ['error', 'message', 'errors'],
      ])
      expect(saved()).toEqual([])
    },
  )

  test('SET-1 an address is edited in place, but not into a duplicate of another', async () => {
    const { who, saved } = await settler()
    for (const one of [PINE, ELM]) await who.call('POST', '/account/addresses', one)
    const [pine, elm] = saved()
    const path = `/account/addresses/${elm?.token}`
    const stream = await who.stream('PUT', path, {
      ...ELM,
      delivery_name: 'Ben Ortiz',
      delivery_phone_number: '2065550199',
    })
    expect([stream.status, await stream.text()]).toEqual([200, expect.stringContaining('Ben Ortiz')])
    expect(saved()[1]).toMatchObject({ token: elm?.token, name: 'Ben Ortiz', phone: '+12065550199' })
    const twin = await who.submit('PUT', path, PINE)
    const page = await twin.text()
    expect([twin.status, page]).toEqual([422, expect.stringContaining('You already have this address.')])
    expect(page).toMatch(/open=""[^>]*>\s*<summary[^>]*>\s*Edit<span[^>]*> 12 Elm St/)
    expect((await who.call('PUT', `/account/addresses/${pine?.token}`, PINE)).status).toBe(200) // unchanged
    expect(saved().map(({ street1 }) => street1)).toEqual(['500 Pine St', '12 Elm St'])
  })

  test('SET-1 another address can be made the default, and removing the default promotes the next', async () => {
    const { who, saved } = await settler()
    for (const one of [PINE, ELM]) await who.call('POST', '/account/addresses', one)
    const elm = saved()[1]?.token
    expect((await who.submit('POST', `/account/addresses/${elm}/default`)).status).toBe(303)
    expect(saved().map(({ street1, isDefault }) => [street1, isDefault])).toEqual([
      ['12 Elm St', true],
      ['500 Pine St', false],
    ])
    const stream = await (await who.stream('DELETE', `/account/addresses/${elm}`)).text()
    expect(stream).not.toContain('12 Elm St')
    expect(saved()).toMatchObject([{ street1: '500 Pine St', isDefault: true }])
    expect((await who.submit('DELETE', `/account/addresses/${saved()[0]?.token}`)).status).toBe(303)
    expect(await (await who.visit('/account')).text()).toContain('No saved addresses yet.')
  })

  test('SET-1 editing an address that was removed since says so, and lets the input be saved as a new one', async () => {
    const { who, saved } = await settler()
    await who.call('POST', '/account/addresses', PINE)
    const path = `/account/addresses/${saved()[0]?.token}`
    await who.call('DELETE', path)
    const edited = await who.submit('PUT', path, { ...PINE, delivery_name: 'Cal Barlow' })
    const page = await edited.text()
    expect([edited.status, page]).toEqual([404, expect.stringContaining('so you can save it as a new one')])
    expect(page).toMatch(/open=""[^>]*>\s*<summary[^>]*>\s*Add an address[\s\S]*value="Cal Barlow"/)
    for (const [method, call] of [
      ['DELETE', path],
      ['POST', `${path}/default`],
    ] as const) {
      const stream = await who.stream(method, call)
      expect([stream.status, await stream.text()]).toEqual([
        404,
        expect.stringContaining('isn&#39;t here anymore'),
      ])
    }
    const { results } = await validator.validateString(page)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    expect(saved()).toEqual([])
  })

  test("SET-1 SEC-4 another account's address is a 404, like an unknown one, and nothing changes", async () => {
    const { made, who } = await settler(BEN)
    const theirs = listAddresses(made.db, userOf(made, ANA))[0]?.token ?? ''
    expect(theirs).not.toBe('')
    const before = dump(made.db)
    for (const token of [theirs, 'A'.repeat(22), 'null', '%20', '1'])
      for (const [method, path] of [
        ['PUT', `/account/addresses/${token}`],
        ['DELETE', `/account/addresses/${token}`],
        ['POST', `/account/addresses/${token}/default`],
      ] as const)
        expect([method, token, (await who.call(method, path, PINE)).status]).toEqual([method, token, 404])
    const guest = await made.shopper()
    expect((await guest.call('POST', '/account/addresses', PINE)).status).toBe(401)
    expect((await guest.call('DELETE', `/account/addresses/${theirs}`)).status).toBe(401)
    expect(changedTables(before, dump(made.db)).filter((name) => name !== 'sessions')).toEqual([])
  })
})
