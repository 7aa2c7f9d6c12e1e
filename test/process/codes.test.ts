import { expect, test } from 'vitest'
import { scene } from '../support/processes.ts'
import { CARD_CENTS, gatherQueue, shareCard, spendOnce } from './scenarios/codes.ts'

test('R9 PRC-4 a single-use code on 100 orders at once is used once; the others are told before any charge', () =>
  scene(async (stage) => {
    const outcome = await spendOnce(stage, await gatherQueue(stage, 100))
    expect(outcome).toEqual({
      entered: 100,
      refused: 99,
      paid: 100,
      counted: 1,
      uses: 1,
      cheaper: 1,
      givenCents: 0,
      creditedCents: 0,
      leftCents: CARD_CENTS,
      odd: [],
      problems: [],
    })
  }))

test('R9 PRC-3 a gift card of $50.00 over 20 orders at once gives $50.00, round for round', () =>
  scene(async (stage) => {
    const queue = await gatherQueue(stage, 20)
    for (let round = 0; round < 3; round++) {
      const outcome = await shareCard(stage, queue)
      expect(outcome, `round ${round}`).toMatchObject({
        entered: 20,
        paid: 20,
        givenCents: CARD_CENTS,
        creditedCents: CARD_CENTS,
        leftCents: 0,
        odd: [],
        problems: [],
      })
    }
  }))
