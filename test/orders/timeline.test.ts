import { describe, expect, test } from 'vitest'
import { assertDay } from '#src/day.ts'
import { trackingWords } from '#src/delivery/parcel-status.ts'
import { dayThatCounts, isLate } from '#src/orders/arrival-day.ts'
import { timelineOf } from '#src/orders/timeline.ts'
import type { TimelineFacts } from '#src/orders/timeline-facts.ts'

const HOUR = 3_600_000
const PLACED = Date.parse('2026-12-02T18:00:00-08:00')
const LOCK = Date.parse('2026-12-07T14:00:00-08:00')

const facts = (changed: Partial<TimelineFacts> = {}): TimelineFacts => ({
  state: 'paid',
  version: 3,
  placedAt: PLACED,
  lockAt: LOCK,
  shipOn: assertDay('2026-12-08'),
  arrivalOn: assertDay('2026-12-10'),
  expectedOn: null,
  doorZone: 'America/Los_Angeles',
  updatedAt: PLACED,
  charge: { cardCents: 15_880, giftCents: 0, isHeld: false },
  changes: [],
  giftReturns: [],
  refunds: [],
  shorts: [],
  holds: [],
  wave: null,
  shipment: null,
  sightings: [],
  claims: [],
  ...changed,
})

const kinds = (changed: Partial<TimelineFacts>, now: number) => {
  const { past, now: current, ahead } = timelineOf(facts(changed), now, (status) => status)
  return [past.map(({ kind }) => kind), current.kind, ahead.map(({ kind }) => kind)]
}

const shipment = { at: LOCK + 20 * HOUR, carrier: 'UPS', trackingCode: '1Z1' }
const seen = (at: number, status: string) => ({ at, status, detail: '', place: 'Reno, NV' })
const NO_CARD = { brand: null, last4: null }
const refund = {
  amountCents: 855,
  status: 'owed' as const,
  resolution: null,
  isReleased: false,
  createdAt: PLACED + HOUR,
  ...NO_CARD,
}

describe('ORD-2 the timeline of an order', () => {
  test('ORD-2 changes stay open until the last millisecond before the lock', () => {
    expect(kinds({}, LOCK - 1)).toEqual([['placed'], 'open', ['lock', 'ship', 'arrive', 'help']])
    expect(kinds({}, LOCK)).toEqual([['placed'], 'closed', ['ship', 'arrive', 'help']])
  })

  test('ORD-2 changes, refunds and delays are listed in the order in which they happened', () => {
    const moved = {
      version: 3,
      kind: 'moved' as const,
      by: 'shopper' as const,
      differenceCents: -855,
      detail: { from: assertDay('2026-12-09'), to: assertDay('2026-12-10') },
      at: PLACED + HOUR,
    }
    const hold = {
      id: 1,
      title: 'Storm',
      arrivalOn: assertDay('2026-12-09'),
      movedTo: null,
      isOpen: true,
      isShippedAnyway: false,
      heldAt: PLACED + 2 * HOUR,
    }
    const [past, current, ahead] = kinds({ changes: [moved], refunds: [refund], holds: [hold] }, LOCK - 1)
    expect(past).toEqual(['placed', 'change', 'refund', 'weather'])
    expect([current, ahead]).toEqual(['open', []]) // on hold, so no day is promised
  })

  test('ORD-2 in each state, the current step is listed only once', () => {
    const wave = { createdAt: LOCK + HOUR, packedAt: null }
    const packed = { ...wave, packedAt: LOCK + 3 * HOUR }
    expect(kinds({ state: 'in_wave', wave }, LOCK + HOUR)[1]).toBe('packing')
    expect(kinds({ state: 'in_wave', wave: packed }, LOCK + 4 * HOUR)).toEqual([
      ['placed'],
      'packed',
      ['ship', 'arrive', 'help'],
    ])
    const sightings = [
      seen(shipment.at + HOUR, 'in_transit'),
      seen(shipment.at + 9 * HOUR, 'out_for_delivery'),
    ]
    expect(kinds({ state: 'shipped', wave: packed, shipment, sightings }, LOCK + 48 * HOUR)).toEqual([
      ['placed', 'packed', 'shipped', 'seen'],
      'on_way',
      ['arrive', 'help'],
    ])
    const arrived = [...sightings, seen(shipment.at + 12 * HOUR, 'delivered')]
    const late = [...arrived, seen(shipment.at + 13 * HOUR, 'in_transit')]
    expect(kinds({ state: 'delivered', wave: packed, shipment, sightings: late }, LOCK + 48 * HOUR)).toEqual([
      ['placed', 'packed', 'shipped', 'seen', 'seen'],
      'delivered',
      [],
    ])
  })

  test('ORD-2 TRK-4 a box returned from the road or the door no longer shows as coming or delivered', () => {
    const road = [seen(shipment.at + HOUR, 'in_transit'), seen(shipment.at + 9 * HOUR, 'return_to_sender')]
    const door = [seen(shipment.at + 5 * HOUR, 'delivered'), seen(shipment.at + 9 * HOUR, 'return_to_sender')]
    for (const [state, sightings] of [
      ['shipped', road],
      ['delivered', door],
    ] as const) {
      const { now, ahead } = timelineOf(
        facts({ state, shipment, sightings }),
        LOCK + 40 * HOUR,
        (word) => word,
      )
      expect(now).toMatchObject({ kind: 'on_way', words: 'return_to_sender' })
      expect(ahead).toEqual([])
    }
  })

  test('ORD-2 TRK-4 a box that stands still on the road is not said to come, and its entry says why', () => {
    const stands = (status: string, detail = '') => {
      const sightings = [
        seen(shipment.at + HOUR, 'in_transit'),
        { ...seen(shipment.at + 9 * HOUR, status), detail },
      ]
      const { now, ahead } = timelineOf(
        facts({ state: 'shipped', shipment, sightings }),
        LOCK + 40 * HOUR,
        trackingWords,
      )
      return [now.kind === 'on_way' && now.halt, ahead.map(({ kind }) => kind)]
    }
    expect(stands('out_for_delivery')).toEqual([null, ['arrive', 'help']])
    expect(stands('in_transit', 'delayed')).toEqual(['delayed', []])
    expect(stands('failure')).toEqual(['failed', []])
    expect(stands('in_transit', 'lost')).toEqual(['failed', []])
    expect(stands('available_for_pickup')).toEqual(['pickup', []])
    expect(stands('error')).toEqual(['silent', []])
    expect(stands('cancelled')).toEqual(['silent', []])
    expect(stands('return_to_sender')).toEqual(['returned', []])
  })

  test('ORD-2 repeated scans are one entry, and scans of a voided label are left out', () => {
    const sightings = [1, 2, 3].map((hours) => seen(shipment.at + hours * HOUR, 'in_transit'))
    const at = LOCK + 48 * HOUR
    expect(kinds({ state: 'shipped', shipment, sightings }, at)[0]).toEqual(['placed', 'shipped'])
    expect(kinds({ state: 'paid', sightings }, LOCK - 1)[0]).toEqual(['placed'])
  })

  test('ORD-2 ORD-9 a delivered box can be claimed until the end of its last day in the destination’s time zone', () => {
    const sightings = [seen(Date.parse('2026-12-10T20:00:00Z'), 'delivered')]
    const at = (text: string) =>
      timelineOf(facts({ state: 'delivered', shipment, sightings }), Date.parse(text), (word) => word).now
    expect(at('2026-12-24T23:59:59-08:00')).toMatchObject({ helpUntil: '2026-12-24', help: 'open' })
    expect(at('2026-12-25T00:00:00-08:00')).toMatchObject({ helpUntil: '2026-12-24', help: 'over' })
  })

  test('ORD-4 a canceled order says whether its refund has been sent', () => {
    const ended = (status: 'owed' | 'succeeded') =>
      timelineOf(facts({ state: 'canceled', refunds: [{ ...refund, status }] }), LOCK, (word) => word).now
    expect(ended('owed')).toMatchObject({ kind: 'ended', money: 'on_its_way' })
    expect(ended('succeeded')).toMatchObject({ kind: 'ended', money: 'out' })
  })

  test('ORD-2 ORD-9 a claim is listed after the delivery, and earlier entries stay before it', () => {
    const sightings = [seen(shipment.at + 30 * HOUR, 'delivered')]
    const claim = { createdAt: shipment.at + 31 * HOUR, answeredAt: shipment.at + 40 * HOUR }
    const claims = [claim as unknown as TimelineFacts['claims'][number]]
    const told = timelineOf(
      facts({ state: 'delivered', shipment, sightings, claims }),
      LOCK,
      (status) => status,
    )
    expect(told.past.map(({ kind }) => kind)).toEqual(['placed', 'shipped'])
    expect(told.since.map(({ kind }) => kind)).toEqual(['claim', 'claim_answer'])
  })

  test('ORD-2 TRK-1 the relevant day is the promised one, on the road the carrier’s, and then the day of delivery', () => {
    const late = { expectedOn: assertDay('2026-12-12'), doorZone: 'America/New_York' }
    const came = [seen(Date.parse('2026-12-13T04:30:00Z'), 'delivered')] // still the 12th in New York
    expect(dayThatCounts(facts(late))).toBe('2026-12-10')
    expect([
      dayThatCounts(facts({ ...late, state: 'shipped' })),
      isLate(facts({ ...late, state: 'shipped' })),
    ]).toEqual(['2026-12-12', true])
    expect(dayThatCounts(facts({ ...late, state: 'delivered', sightings: came }))).toBe('2026-12-12')
    const arrive = timelineOf(facts({ ...late, state: 'shipped' }), LOCK, (status) => status).ahead[0]
    expect(arrive).toMatchObject({ kind: 'arrive', on: '2026-12-12' })
  })
})
