import { describe, expect, test } from 'vitest'
import { assertDay } from '#src/day.ts'
import {
  chargesImmediately,
  formatPhone,
  formMessages,
  isPoBox,
  isZip,
  missingFields,
  missingFieldsSentence,
  missingProblem,
  PO_BOX_SENTENCE,
  parsePhone,
  REQUIRED_FIELDS,
  ZIP_SENTENCE,
} from '#src/delivery/rules.ts'

describe('CHK-2 PO boxes', () => {
  test.each([
    'po box 12',
    'PO Box 12',
    'PO BOX',
    'p.o. box 12',
    'P.O. Box',
    'p.o.box 12',
    'P.O.BOX12',
    'pobox',
    'POBox 12',
    'pobox12',
    'P O Box 12',
    'P. O. Box 12',
    'P.O Box 12',
    'po  box',
    'PO-Box 7',
    'c/o Ana, PO Box 12',
    'box 12',
    'Box 12',
    'BOX12',
    'box #12',
    'Box No. 12',
    'box number 12',
    'Post Office Box 12',
    'RR 2 Box 152',
    '12 Main St, Box 5',
  ])('%s is rejected', (street) => expect(isPoBox(street)).toBe(true))

  test.each([
    '12 Boxwood Ln',
    '12 Box Elder St',
    '1 Boxcar Way',
    '9 Box Canyon Rd',
    '5 Poboxer Hollow',
    '12 Boxford Ct',
    '100 Box Hill Dr',
    '3 Mailbox Rd',
    '4 Jukebox 5th Ave',
    '44 Depot Boxwood',
    '12 Po Boxwood Trl',
    '',
    '1912 Pike Pl',
  ])('%j is accepted', (street) => expect(isPoBox(street)).toBe(false))

  test('the message is the customer’s own', () => {
    expect(PO_BOX_SENTENCE).toBe("Hmm, this looks like a PO Box, and unfortunately we can't deliver to those")
  })
})

describe('CHK-2 ZIP codes', () => {
  test.each(['98101', '01002', '00000'])('%s is valid', (zip) => expect(isZip(zip)).toBe(true))
  test.each(['', '9810', '981010', '98101-1234', ' 98101', '98101 ', '9810a', '９８１０１', '98101\n'])(
    '%j is not',
    (zip) => expect(isZip(zip)).toBe(false),
  )
  test('the message is the customer’s own', () =>
    expect(ZIP_SENTENCE).toBe('Please enter a 5 digit zip code'))
})

describe('CHK-2 missing fields', () => {
  const ana = {
    name: 'Ana',
    street1: '1 Elm St',
    street2: '',
    city: 'Reno',
    state: 'NV',
    zip: '89501',
    phone: '7755550100',
  }

  test('only the second street line may be empty', () => expect(missingFields(ana)).toEqual([]))

  test('one, two, three and all missing fields are listed in form order', () => {
    const sentence = (fields: Parameters<typeof missingFields>[0]) =>
      missingFieldsSentence(missingFields(fields))
    expect(sentence({ ...ana, city: ' ' })).toBe('Please fill in the missing fields: City')
    expect(sentence({ ...ana, phone: '', name: null })).toBe(
      'Please fill in the missing fields: Full Name and Phone Number',
    )
    expect(sentence({ ...ana, zip: '', state: '', street1: '' })).toBe(
      'Please fill in the missing fields: Street Address 1, State and Zip Code',
    )
    expect(sentence({})).toBe(
      'Please fill in the missing fields: Full Name, Street Address 1, City, State, Zip Code and Phone Number',
    )
    expect(REQUIRED_FIELDS).toHaveLength(6)
  })

  test('CHK-2 each empty field has its own message, with the sentence for all of them above', () => {
    const empty = { ...ana, name: ' ', street1: '', city: '', state: '', zip: '', phone: '' }
    const problem = missingProblem(empty)!
    expect(formMessages(problem, empty)).toEqual({
      above: problem.message,
      at: {
        name: 'Please enter your full name',
        street1: 'Please enter your street address',
        city: 'Please enter your city',
        state: 'Please choose your state',
        zip: 'Please enter your ZIP code',
        phone: 'Please enter your phone number',
      },
    })
    expect(formMessages(missingProblem({ ...ana, city: '' })!, { ...ana, city: '' })).toEqual({
      above: 'Please fill in the missing fields: City',
      at: { city: 'Please enter your city' },
    })
  })

  test('CHK-2 a single invalid field shows the message itself, and several share it above', () => {
    const zip = { fields: ['zip' as const], message: ZIP_SENTENCE }
    expect(formMessages(zip, { ...ana, zip: '9' })).toEqual({ above: null, at: { zip: ZIP_SENTENCE } })
    const boxes = { fields: ['street1' as const, 'street2' as const], message: PO_BOX_SENTENCE }
    const typed = { ...ana, street1: 'PO Box 1', street2: 'PO Box 2' }
    expect(formMessages(boxes, typed)).toEqual({ above: PO_BOX_SENTENCE, at: {} })
  })
})

describe('CHK-2 phone numbers', () => {
  test.each([
    ['2065550100', '(206) 555-0100'],
    ['+12065550100', '(206) 555-0100'],
    ['1 206 555 0100', '(206) 555-0100'],
    ['206.555.0100 ', '(206) 555-0100'],
    ['206555', '(206) 555'],
    ['2065', '(206) 5'],
    ['206', '206'],
    ['', ''],
  ])('%j is displayed as %j', (typed, shown) => expect(formatPhone(typed)).toBe(shown))

  test.each([
    '+',
    '+4',
    '+44 20 7946 0958',
    '+65 9123 4567',
    '(+65) 9123 4567',
    '+(206) 555-0100',
    '442079460958',
    '20655501009',
    '(206) 555-01009',
    '206-555-0100 x5',
    '020 7946 0958',
  ])('BEH-8 %j cannot be a US number and is displayed as typed', (typed) => {
    expect(formatPhone(typed)).toBe(typed)
    expect(parsePhone(typed)).toBeNull()
  })

  test('BEH-8 a leading + stays until the country code is known', () => {
    let field = ''
    for (const key of '+44 20 7946 0958') field = formatPhone(field + key)
    expect(field).toBe('+44 20 7946 0958')
    field = ''
    for (const key of '+1 (206) 555-0100') field = formatPhone(field + key)
    expect(field).toBe('(206) 555-0100')
  })

  test.each(['2065550100', '(206) 555-0100', '+1 206-555-0100', '12065550100', '206.555.0100'])(
    '%s is parsed',
    (typed) => expect(parsePhone(typed)).toBe('+12065550100'),
  )

  test.each([
    '',
    '206555010',
    '22065550100',
    '0065550100',
    '1065550100',
    '+44 20 7946 0958',
    '206-555-0100 x5',
    '206555010O',
  ])('%j is rejected', (typed) => expect(parsePhone(typed)).toBeNull())
})

test('a box that arrives within two days is charged immediately', () => {
  const today = assertDay('2026-11-30')
  const charges = (day: string) => chargesImmediately(assertDay(day), today)
  expect([charges('2026-12-01'), charges('2026-12-02'), charges('2026-12-03')]).toEqual([true, true, false])
})
