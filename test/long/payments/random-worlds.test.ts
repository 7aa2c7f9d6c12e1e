import { expect, test } from 'vitest'
import { playWorld } from '../../support/random-worlds.ts'

test.each([1, 2, 3, 22])(
  "PAY-14 PAY-15 in random world %i the provider's ledger equals ours to the cent",
  async (seed) => {
    const told = await playWorld(seed)
    expect(told.problems).toEqual([])
    expect(told.placed + told.refunds + told.disputes).toBeGreaterThan(0)
  },
)
