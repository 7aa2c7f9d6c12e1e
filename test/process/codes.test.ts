import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { mailBoughtCard } from './scenarios/bought-card.ts'
import { CARD_CENTS, gatherQueue, queueAt, shareCard, shareCardThere, spendOnce } from './scenarios/codes.ts'

test('R9 PRC-4 a single-use code on 100 concurrent orders is used once; the others are refused before any charge', () =>
  withProcesses(async (processes) => {
    const outcome = await spendOnce(processes, await gatherQueue(processes, 100))
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

test('R9 PRC-3 a $50.00 gift card on 20 concurrent orders gives exactly $50.00, in every round', () =>
  withProcesses(async (processes) => {
    const queue = await gatherQueue(processes, 20)
    for (let round = 0; round < 2; round++) {
      const outcome = await shareCard(processes, queue)
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

test('GFT-1 R9 a bought gift card is mailed on its day and gives exactly its value to three concurrent orders on two servers', () =>
  withProcesses(async (processes) => {
    const { databasePath, code, mails, errors } = await mailBoughtCard(processes, 15_000)
    expect({ mails, errors }).toEqual({ mails: { early: 0, on_its_day: 1 }, errors: [] })
    const outcome = await shareCardThere(processes, await queueAt(databasePath, 3), code)
    expect(outcome).toMatchObject({
      entered: 3,
      paid: 3,
      givenCents: 15_000,
      creditedCents: 15_000,
      leftCents: 0,
      odd: [],
      problems: [],
    })
  }))
