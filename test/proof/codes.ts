import { CARD_CENTS, gatherQueue, shareCard, spendOnce } from '../process/scenarios/codes.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import { isClean, type Proof, type Verdict } from './proof.ts'

export const codes: Proof = {
  name: 'codes',
  promise: `a single-use code on 100 orders at once, and a $50.00 gift card on 20, over two servers, ${figures.rounds} times each`,
  play,
}

/** Every round plays on a copy of the queue's shop. */
function play(): Promise<Verdict> {
  return withProcesses(async (processes) => {
    const [hundred, twenty] = [await gatherQueue(processes, 100), await gatherQueue(processes, 20)]
    const broken: unknown[] = []
    for (let round = 0; round < figures.rounds; round++) {
      const once = await spendOnce(processes, hundred)
      const isOnce = once.entered === 100 && once.paid === 100 && once.uses === 1 && once.counted === 1
      if (!isOnce || once.cheaper !== 1 || !isClean(once)) broken.push({ round, once })
      const card = await shareCard(processes, twenty)
      const isWhole = card.givenCents === CARD_CENTS && card.leftCents === 0 && card.paid === 20
      if (!isWhole || card.creditedCents !== CARD_CENTS || !isClean(card)) broken.push({ round, card })
    }
    return {
      ok: broken.length === 0,
      told: broken.length === 0 ? `${figures.rounds} times one use and $50.00` : broken,
    }
  })
}
