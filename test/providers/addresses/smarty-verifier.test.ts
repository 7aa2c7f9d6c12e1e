import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '#src/log.ts'
import { cachedVerifier } from '#src/providers/addresses/cached-verifier.ts'
import { smartyVerifier } from '#src/providers/addresses/smarty-verifier.ts'
import { BAD_MOODS, outsideServer } from '../../support/outside-server.ts'

afterEach(() => void vi.useRealTimers())

/** Yields to the event loop; vitest's own waiting would advance the fake timers. */
const soon = () => new Promise((resolve) => setImmediate(resolve))

const TYPED = { street1: '1912 canary place', street2: '', city: 'Seattle', state: 'WA', zip: '98101' }

const candidate = (code: string | null, more: object = {}) => ({
  input_index: 0,
  delivery_line_1: '1912 Canary Pl',
  last_line: 'Seattle WA 98101-1013',
  components: { city_name: 'Seattle', state_abbreviation: 'WA', zipcode: '98101', plus4_code: '1013' },
  metadata: { rdi: 'Residential' },
  analysis: { dpv_match_code: code, dpv_footnotes: 'AABB' },
  ...more,
})

async function verifier(answer: unknown) {
  const server = await outsideServer(() => answer)
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const url = `${server.url}/street-address?license=us-core-cloud`
  return { ...server, lines, verifier: smartyVerifier({ url, key: 'an-id:a-canary-token', log }) }
}

describe('OPS-4 CHK-3 the hosted verifier', () => {
  test("is called with the shop's key, and with the address in the body, not the URL", async () => {
    const { verifier: smarty, asked } = await verifier([])
    await smarty.verify({ ...TYPED, street2: 'Apt 5' })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ method: 'POST' })
    expect(Object.fromEntries(asked[0]!.url.searchParams)).toEqual({
      license: 'us-core-cloud',
      'auth-id': 'an-id',
      'auth-token': 'a-canary-token',
    })
    expect(JSON.parse(asked[0]!.body)).toEqual([
      {
        street: '1912 canary place',
        secondary: 'Apt 5',
        city: 'Seattle',
        state: 'WA',
        zipcode: '98101',
        candidates: 1,
      },
    ])
  })

  test('confirms a house, with a suggestion if the spelling differs', async () => {
    const { verifier: smarty } = await verifier([candidate('Y')])
    const suggestion = { ...TYPED, street1: '1912 Canary Pl' }
    expect(await smarty.verify(TYPED)).toEqual({ status: 'confirmed', suggestion })
    expect(await smarty.verify(suggestion)).toEqual({ status: 'confirmed' })
  })

  test('keeps a unit on the line where it was typed', async () => {
    const components = { ...candidate('Y').components, secondary_designator: 'Apt', secondary_number: '5' }
    const { verifier: smarty } = await verifier([
      candidate('Y', { delivery_line_1: '1912 Canary Pl Apt 5', components }),
    ])
    const apart = { ...TYPED, street1: '1912 Canary Pl', street2: 'Apt 5' }
    expect(await smarty.verify(apart)).toEqual({ status: 'confirmed' })
    expect(await smarty.verify({ ...TYPED, street1: '1912 canary pl apt 5' })).toEqual({
      status: 'confirmed',
      suggestion: { ...TYPED, street1: '1912 Canary Pl Apt 5' },
    })
  })

  test.each([
    ['no candidate', [], undefined],
    ['a house that is not known', [candidate('N')], undefined],
    ['no word on the house', [candidate(null)], undefined],
    ['a missing unit', [candidate('D')], 'Which apartment or unit is it?'],
    ['a unit that is not known', [candidate('S')], 'We found the building, but not this apartment or unit.'],
  ])('does not confirm %s', async (_, answer, hint) => {
    const { verifier: smarty } = await verifier(answer)
    expect(await smarty.verify(TYPED)).toEqual({ status: 'unconfirmed', ...(hint ? { hint } : {}) })
  })
})

describe('R29 the hosted verifier failing', () => {
  test.each(BAD_MOODS.filter((mood) => mood !== 'silent' && mood !== 'half'))(
    'R29 %s: the address is unverified, and the log has the reason but no address',
    async (mood) => {
      const { verifier: smarty, state, lines } = await verifier([candidate('Y')])
      state.mood = mood
      expect(await smarty.verify(TYPED)).toEqual({ status: 'unverified' })
      expect(lines).toHaveLength(1)
      expect(lines.join()).toMatch(/"reason":"(status \d+|garbled|unreachable)"/)
      expect(lines.join()).not.toMatch(/canary|98101|token|127\.0/i)
    },
  )

  test('R29 connection refused: the address is unverified', async () => {
    const log = createLog('silent')
    const smarty = smartyVerifier({ url: 'http://127.0.0.1:1/street-address', key: 'a:b', log })
    expect(await smarty.verify(TYPED)).toEqual({ status: 'unverified' })
  })

  test.each(['silent', 'half'] as const)('R29 %s: times out after two seconds', async (mood) => {
    const { verifier: smarty, state, lines, asked } = await verifier([candidate('Y')])
    state.mood = mood
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let settled: unknown = null
    const verifying = smarty.verify(TYPED).then((answer) => {
      settled = answer
    })
    while (asked.length === 0) await soon()
    vi.advanceTimersByTime(1_999)
    await soon()
    expect(settled).toBeNull()
    vi.advanceTimersByTime(1)
    await verifying
    expect(settled).toEqual({ status: 'unverified' })
    expect(lines.join()).toContain('"reason":"timeout"')
  })
})

test('CHK-3 an address is cached for half an hour, except when the verifier failed', async () => {
  const { verifier: smarty, asked, state } = await verifier([candidate('Y')])
  const time = { now: 0 }
  const remembered = cachedVerifier(smarty, { now: () => time.now })
  state.mood = 'broken'
  expect(await remembered.verify(TYPED)).toEqual({ status: 'unverified' })
  state.mood = 'right'
  const first = await remembered.verify(TYPED)
  expect(first).toMatchObject({ status: 'confirmed' })
  expect(await remembered.verify({ ...TYPED })).toEqual(first)
  expect(asked).toHaveLength(2)
  await remembered.verify({ ...TYPED, street2: 'Apt 1' })
  expect(asked).toHaveLength(3)
  time.now += 31 * 60_000
  await remembered.verify(TYPED)
  expect(asked).toHaveLength(4)
})
