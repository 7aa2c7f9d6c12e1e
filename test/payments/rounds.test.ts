import { expect, test } from 'vitest'
import { inRound } from '#src/payments/rounds.ts'
import { world } from '../support/world.ts'

test('PAY-10 a round limits its starts per second, and leaves the rest once its time is up', async () => {
  const { services } = await world()
  const until = services.wallClock.now() + 1
  const starts: number[] = []
  const note = async () => void starts.push(performance.now())
  await inRound(services, [1, 2, 3, 4, 5, 6], note, { until, startsPerSecond: 50 })
  expect(starts).toHaveLength(6)
  expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(90) // a timer may fire a millisecond early
  await inRound(services, [7], note, { until: services.wallClock.now() })
  expect(starts).toHaveLength(6)
})
