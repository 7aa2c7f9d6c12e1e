import { expect, test } from 'vitest'
import type { Rate } from '#src/providers/shipping/carrier.ts'
import { chooseRate, noRateWords } from '#src/shipping/choose-rate.ts'

const FIVE_POUNDS = 2_268
const rate = (carrier: string, service: string, cents: number, days: number | null): Rate => ({
  id: `${carrier} ${service}`,
  ...{ carrier, service, cents, days },
})
const PRIORITY = rate('USPS', 'Priority', 900, 2)
const GROUND = rate('USPS', 'GroundAdvantage', 800, 4)
const TRUCK = rate('UPS', 'Ground', 1_400, 2)

test('FUL-10 picks the cheapest service in time, but USPS flies at most 5 lb of dry ice', () => {
  const rates = [TRUCK, PRIORITY, GROUND, rate('UPS', 'Someday', 100, null)]
  const choose = (days: number, dryIceGrams: number) => chooseRate(rates, { days, dryIceGrams })
  expect(choose(2, FIVE_POUNDS)).toBe(PRIORITY)
  expect(choose(2, FIVE_POUNDS + 230)).toBe(TRUCK)
  expect(choose(4, FIVE_POUNDS + 230)).toBe(GROUND)
  expect(choose(1, 0)).toBeNull()
})

test("FUL-10 a box that no service takes says why: dry ice, the carrier's message, or transit days", () => {
  const icy = { days: 2, dryIceGrams: 2_948 }
  expect(noRateWords([PRIORITY], [], icy)).toBe(
    'USPS takes at most 5 lb of dry ice by air, and this box has 6.5 lb.',
  )
  expect(noRateWords([GROUND], ['Bad address.'], icy)).toBe('Bad address.')
  expect(noRateWords([], [], { days: 1, dryIceGrams: 0 })).toBe(
    'No service of the carrier is there in 1 day.',
  )
})
