import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { type Address, checkAddress, verifyAddress } from '#src/delivery/address.ts'
import { PHONE_SENTENCE, PO_BOX_SENTENCE, ZIP_SENTENCE } from '#src/delivery/rules.ts'
import { referenceDatabase } from './database.ts'

const ANA: Address = {
  name: 'Ana Ruiz',
  street1: '1912 Pike Pl',
  street2: '',
  city: 'Seattle',
  state: 'WA',
  zip: '98101',
  phone: '(206) 555-0100',
}

let db: Db
beforeAll(async () => {
  db = await referenceDatabase()
})

const check = (change: Partial<Address>) => checkAddress(db, { ...ANA, ...change })
const verify = (change: Partial<Address>) => verifyAddress(db, { ...ANA, ...change })

describe('CHK-2 checking an address', () => {
  test('normalizes spaces, state code and phone number', () => {
    expect(check({ name: ' Ana   Ruiz ', state: ' washington', zip: '98101 ' })).toEqual({
      ok: true,
      address: { ...ANA, phone: '+12065550100' },
    })
  })

  test('lists the missing fields', () => {
    expect(check({ name: ' ', city: '', phone: '' })).toEqual({
      ok: false,
      reason: 'missing_fields',
      fields: ['name', 'city', 'phone'],
      message: 'Please fill in the missing fields: Full Name, City and Phone Number',
    })
  })

  test('rejects a PO box on either line', () => {
    expect(check({ street1: 'P.O. Box 12' })).toMatchObject({
      reason: 'po_box',
      fields: ['street1'],
      message: PO_BOX_SENTENCE,
    })
    expect(check({ street2: 'box 12' })).toMatchObject({ reason: 'po_box', fields: ['street2'] })
    expect(check({ street1: '12 Boxwood Ln' }).ok).toBe(true)
  })

  test('requires a five-digit ZIP code and a phone number', () => {
    expect(check({ zip: '98101-1234' })).toMatchObject({
      reason: 'zip',
      fields: ['zip'],
      message: ZIP_SENTENCE,
    })
    expect(check({ zip: '9810' })).toMatchObject({ reason: 'zip' })
    expect(check({ phone: '555-0100' })).toMatchObject({ reason: 'phone', message: PHONE_SENTENCE })
  })

  test('requires a state, and the one that its ZIP code is in', () => {
    expect(check({ state: 'Cascadia', zip: '98100' })).toMatchObject({ reason: 'state', fields: ['state'] })
    expect(check({ state: 'OR' })).toMatchObject({
      reason: 'state_mismatch',
      fields: ['state', 'zip'],
      message: 'ZIP code 98101 is in Washington. Please check the state and ZIP code.',
    })
  })

  test('accepts a ZIP code newer than our list', () => {
    expect(check({ zip: '98100' }).ok).toBe(true)
  })

  test('accepts places where we do not deliver, since the calendar decides that', () => {
    expect(check({ state: 'AK', zip: '99501' }).ok).toBe(true)
    expect(check({ state: 'pr', zip: '00901' })).toMatchObject({ ok: true, address: { state: 'PR' } })
  })
})

describe('CHK-3 the embedded verifier', () => {
  test('confirms the demo address as is', () => {
    expect(verify({})).toEqual({ status: 'confirmed' })
    expect(verify({ street1: ' 1912 Pike  Pl ' })).toEqual({ status: 'confirmed' })
  })

  test('confirms another spelling with a suggestion', () => {
    expect(verify({ street1: '1912 pike place', city: 'seattle' })).toEqual({
      status: 'confirmed',
      suggestion: { street1: '1912 Pike Pl', street2: '', city: 'Seattle', state: 'WA', zip: '98101' },
    })
  })

  test('confirms its own suggestion as is', () => {
    const answer = verify({ street1: '12 north elm street, suite 5b', city: 'SEATTLE', state: 'washington' })
    if (answer.status !== 'confirmed' || !answer.suggestion) throw new Error('no suggestion')
    expect(answer.suggestion).toMatchObject({ street1: '12 N Elm St Ste 5B', state: 'WA' })
    expect(verify(answer.suggestion)).toEqual({ status: 'confirmed' })
  })

  test('does not confirm a city or state that its ZIP code is not in', () => {
    const hint = 'ZIP code 98101 belongs to Seattle, WA.'
    expect(verify({ street1: '12 Elm St', city: 'Portland' })).toEqual({ status: 'unconfirmed', hint })
    expect(verify({ state: 'OR' })).toEqual({ status: 'unconfirmed', hint })
  })

  test('does not confirm an unknown ZIP code, a street without a house number, or a unit without its number', () => {
    expect(verify({ zip: '98100' })).toMatchObject({
      status: 'unconfirmed',
      hint: expect.stringContaining('98100'),
    })
    expect(verify({ street1: 'Pike Pl' })).toMatchObject({
      status: 'unconfirmed',
      hint: expect.stringContaining('house number'),
    })
    expect(verify({ street2: 'Apt' })).toMatchObject({
      status: 'unconfirmed',
      hint: expect.stringContaining('unit'),
    })
  })

  test.each([
    ['St. Louis', 'MO', '63101', 'Saint Louis'],
    ['ft worth', 'TX', '76101', 'Fort Worth'],
    ['Mt Vernon', 'NY', '10550', 'Mount Vernon'],
    ['N. Salem', 'NY', '10560', 'North Salem'],
  ])('recognizes %s, %s as %4$s', (city, state, zip, official) => {
    expect(verify({ street1: '12 Elm St', city, state, zip })).toMatchObject({
      status: 'confirmed',
      suggestion: { city: official },
    })
  })
})
