import { expect, test } from 'vitest'
import { assertDay } from '#src/day.ts'
import { MAILS } from '#views/dev/mails/index.tsx'
import { weatherHoldMail } from '#views/mails/weather-hold.tsx'
import { testConfig } from '../support/world.ts'

const { store } = testConfig

const textOf = (wanted: string) => MAILS.find(({ name }) => name === wanted)!.mail(store).text

const HOLD = {
  identifier: 'DW-4K7M2Q',
  title: 'Winter storm',
  wasOn: assertDay('2026-12-03'),
  movedTo: null,
  returnedCents: 0,
  zone: 'America/Los_Angeles',
  keepUrl: 'https://shop.example/keep',
  cancelUrl: 'https://shop.example/cancel',
  store,
}

test('ORD-6 the email about a box held without a new date speaks of none', () => {
  for (const answerBy of [null, Date.parse('2026-12-05T22:00:00Z')]) {
    const { text } = weatherHoldMail({ ...HOLD, answerBy })
    expect(text).toContain("We don't have a new date yet.")
    expect(text).not.toContain('the new date works')
  }
})

test('the email about a changed delivery says for whom, and where', () => {
  expect(textOf('delivery-moved')).toContain(
    'It now arrives Tuesday, November 24 for June Okafor at 1912 Pike Pl, Apt 4, Seattle, WA 98101.',
  )
})

test('the email about a card that expires gives the day of the charge once', () => {
  expect(textOf('box-card-expires')).toContain(
    'On Monday, December 14, 1:30 pm PST, we charge $143.20 for your box on Thursday, December 17. By then, Visa ending in 4242 has expired.',
  )
})

test('a box without a card is not on its way', () => {
  expect(textOf('box-hard-decline')).not.toContain('on its way')
})

test('the email about a farm’s new cut lists its sizes as a choice', () => {
  expect(textOf('farm-news')).toContain('Grass-fed flat iron, 8 oz or 2 × 8 oz')
})

test('CWT-2 ORD-6 the email about a held box moved off a faster day says what is not charged', () => {
  const moved = { ...HOLD, movedTo: assertDay('2026-12-09'), returnedCents: 1_200, isReleased: true }
  for (const answerBy of [null, Date.parse('2026-12-05T22:00:00Z')]) {
    const { text } = weatherHoldMail({ ...moved, answerBy })
    expect(text).toContain("we'll charge $12.00 less")
    expect(text).not.toMatch(/refund|money back|way back/)
  }
})
