import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders, savedAddresses } from '#db/schema/index.ts'
import { findAddress, listAddresses, makeDefault, saveAddress } from '#src/accounts/addresses.ts'
import { random } from '#src/tokens.ts'
import { signIn } from '../support/accounts.ts'
import { fillCart, orderOf, readyToPay, SEATTLE } from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { world } from '../support/world.ts'

const EMPTY = {
  delivery_name: '',
  delivery_street_address_1: '',
  delivery_street_address_2: '',
  delivery_city: '',
  delivery_state: '',
  delivery_postal_code: '',
  mobile_phone_number: '',
}
const ELM = { ...SEATTLE, delivery_name: 'Ruth Whitcomb', delivery_street_address_1: '12 Elm St' }

/** Ana at checkout, signed in as one of the demo's users. */
async function signedIn(email = 'shopper@example.com') {
  const made = await world()
  const ana = await made.shopper()
  const order_token = await fillCart(ana, made.db)
  const id = signIn(made.db, order_token, email)
  const save = (fields: object) => ana.call('POST', '/v1/stripe_update_address', { order_token, ...fields })
  return { ...made, ana, order_token, save, user: { id }, saved: () => listAddresses(made.db, { id }) }
}

const currentUser = (html: string) =>
  JSON.parse(/<script type="application\/json" id="current_user">([^<]*)</.exec(html)![1]!)

describe('CHK-3 saved addresses', () => {
  test('CHK-3 an accepted address is saved once for a signed-in shopper, and the first becomes the default', async () => {
    const { save, saved, pass } = await signedIn('staff@example.com')
    expect(saved()).toEqual([])
    expect((await save({ ...ELM, delivery_postal_code: '9810' })).status).toBe(422)
    expect(saved()).toEqual([])
    expect((await save(ELM)).status).toBe(200)
    pass(1000)
    expect((await save(SEATTLE)).status).toBe(200)
    pass(1000)
    expect((await save({ ...ELM, mobile_phone_number: '(206) 555-0199' })).status).toBe(200)
    expect(saved()).toMatchObject([
      { name: 'Ruth Whitcomb', street1: '12 Elm St', phone: '+12065550199', isDefault: true },
      { name: 'Ana Whitcomb', street1: '1912 Pike Pl', isDefault: false },
    ])
  })

  test('CHK-3 GFT-2 where a gift goes is saved, but fills no later box of its buyer', async () => {
    const { save, saved, ana, db, order_token } = await signedIn('staff@example.com')
    expect((await save({ ...ELM, gift_order: '1' })).status).toBe(200)
    expect(saved()).toMatchObject([{ street1: '12 Elm St', isDefault: false }])
    db.update(orders).set({ state: 'paid' }).where(eq(orders.token, order_token)).run()

    const next = await fillCart(ana, db)
    await ana.visit(`/checkout/${next}`)
    expect(orderOf(db, next)).toMatchObject({ deliveryStreet1: null, giftOrder: false })
    const own = { order_token: next, ...SEATTLE }
    expect((await ana.call('POST', '/v1/stripe_update_address', own)).status).toBe(200)
    expect(saved()).toMatchObject([
      { street1: '1912 Pike Pl', isDefault: true },
      { street1: '12 Elm St', isDefault: false },
    ])
  })

  test('CHK-3 GFT-2 once the default is removed, the next one is the shopper’s own, never where only a gift went', async () => {
    const { save, saved, pass, ana } = await signedIn('staff@example.com')
    const remove = () => ana.call('DELETE', `/account/addresses/${saved()[0]!.token}`)
    const OAK = { ...SEATTLE, delivery_street_address_1: '7 Oak St' }
    for (const fields of [SEATTLE, OAK, { ...ELM, gift_order: '1' }]) {
      expect((await save(fields)).status).toBe(200)
      pass(1000)
    }
    expect((await remove()).status).toBe(200)
    expect(saved()).toMatchObject([
      { street1: '7 Oak St', isDefault: true },
      { street1: '12 Elm St', isDefault: false },
    ])
    await remove()
    expect(saved()).toMatchObject([{ street1: '12 Elm St', isDefault: false }])
    expect((await save({ ...ELM, gift_order: '' })).status).toBe(200) // for a box of the shopper's
    expect(saved()).toMatchObject([{ street1: '12 Elm St', isDefault: true }])
  })

  test('CHK-3 saves the accepted spelling rather than the typed one', async () => {
    const { save, saved } = await signedIn('staff@example.com')
    await save({
      ...SEATTLE,
      delivery_street_address_1: '1912 pike place',
      address_confirmation_bypass: 'accept',
    })
    expect(saved()).toMatchObject([{ street1: '1912 Pike Pl' }])
  })

  test('CHK-3 a guest’s address is not saved to any account', async () => {
    const { shopper, db } = await world()
    const before = db.select().from(savedAddresses).all().length
    await readyToPay(await shopper(), db)
    expect(db.select().from(savedAddresses).all()).toHaveLength(before)
  })

  test('CHK-3 an address_id fills in the fields left empty', async () => {
    const { save, saved, db, order_token } = await signedIn()
    const [, brooklyn] = saved()
    expect(brooklyn).toMatchObject({ city: 'Brooklyn', isDefault: false })
    const wish = { ...EMPTY, address_id: brooklyn!.token }
    const told = (await (await save(wish)).json()) as { error_details: { version: string } }
    const fc_change_acknowledged = told.error_details.version // it ships from another center
    expect((await save({ ...wish, fc_change_acknowledged })).status).toBe(200)
    expect(orderOf(db, order_token)).toMatchObject({
      deliveryName: 'Ana Whitcomb',
      deliveryStreet1: '48 Foundry St',
      deliveryStreet2: 'Apt 2',
      deliveryPostalCode: '11215',
      deliveryPhone: '+17185550117',
    })
    await save({ ...wish, delivery_name: 'A friend' })
    expect(orderOf(db, order_token).deliveryName).toBe('A friend')
  })

  test('CHK-3 typed fields override the address_id', async () => {
    const { save, saved, db, order_token } = await signedIn()
    await save({ ...ELM, address_id: saved()[0]!.token })
    expect(orderOf(db, order_token)).toMatchObject({ deliveryStreet1: '12 Elm St' })
  })

  test('CHK-3 a saved address counts if the fields still hold the one that the page showed', async () => {
    const { save, saved, db, order_token } = await signedIn()
    const [home, brooklyn] = saved()
    const shown = {
      delivery_name: home!.name,
      delivery_street_address_1: home!.street1,
      delivery_street_address_2: home!.street2,
      delivery_city: home!.city,
      delivery_state: home!.state,
      delivery_postal_code: home!.zip,
      mobile_phone_number: '(206) 555-0199',
    }
    const wish = { ...shown, address_id: brooklyn!.token }
    const told = (await (await save(wish)).json()) as { error_details?: { version: string } }
    await save({ ...wish, fc_change_acknowledged: told.error_details?.version })
    expect(orderOf(db, order_token)).toMatchObject({
      deliveryStreet1: '48 Foundry St',
      deliveryPostalCode: '11215',
      deliveryPhone: '+12065550199',
    })
  })

  test('SEC-4 GND-21 someone else’s address_id is the same 404 as an unknown one, whatever the fields say', async () => {
    const { save, db, shopper } = await signedIn('other@example.com')
    const hers = db.select().from(savedAddresses).all()[0]!.token
    const before = dump(db)
    for (const fields of [EMPTY, SEATTLE]) {
      for (const address_id of [hers, 'AAAAAAAAAAAAAAAAAAAAAA', '1', "' or 1=1"]) {
        const answer = await save({ ...fields, address_id })
        expect([address_id, answer.status]).toEqual([address_id, 404])
      }
    }
    expect(changedTables(before, dump(db))).toEqual([])

    const guest = await shopper()
    const order_token = await fillCart(guest, db)
    const asked = { order_token, ...SEATTLE, address_id: hers }
    expect((await guest.call('POST', '/v1/stripe_update_address', asked)).status).toBe(404)
  })

  test('SEC-4 only the owner can change the default, and there is always exactly one', async () => {
    const { db, user, saved } = await signedIn()
    const [first, second] = saved()
    expect(await makeDefault(db, { id: user.id + 1 }, second!.token)).toBe(false)
    expect(await makeDefault(db, null, second!.token)).toBe(false)
    expect(findAddress(db, { id: user.id + 1 }, second!.token)).toBeNull()
    expect(saved()[0]!.token).toBe(first!.token)
    expect(await makeDefault(db, user, second!.token)).toBe(true)
    expect(saved().map(({ token, isDefault }) => [token, isDefault])).toEqual([
      [second!.token, true],
      [first!.token, false],
    ])
  })

  test('CHK-3 an account keeps twenty: the default stays, and the least recently used one goes', async () => {
    const { db, user, saved } = await signedIn('staff@example.com')
    const address = { street1: '12 Elm St', street2: '', city: 'Seattle', state: 'WA', zip: '98101' }
    for (let nth = 0; nth < 22; nth += 1) {
      const one = { ...address, name: `Guest ${nth}`, phone: '+12065550142' }
      await saveAddress({ db, random, now: 1000 + nth }, user.id, one)
    }
    const names = saved().map(({ name }) => name)
    expect(names).toHaveLength(20)
    expect(names[0]).toBe('Guest 0')
    expect(names).not.toContain('Guest 1')
    expect(names).toContain('Guest 21')
  })
})

test('GND-11 the current user has the default address, or null without one', async () => {
  const { ana, order_token } = await signedIn()
  const html = await (await ana.visit(`/checkout/${order_token}`)).text()
  expect(currentUser(html).default_address_hash).toEqual({
    delivery_name: 'Ana Whitcomb',
    delivery_street_address_1: '1912 Pike Pl',
    delivery_street_address_2: null,
    delivery_city: 'Seattle',
    delivery_state: 'WA',
    delivery_postal_code: '98101',
    delivery_phone_number_str: '(206) 555-0142',
  })
  const other = await signedIn('other@example.com')
  const theirs = await (await other.ana.visit(`/checkout/${other.order_token}`)).text()
  expect(currentUser(theirs)).toMatchObject({ email: 'other@example.com', default_address_hash: null })
})
