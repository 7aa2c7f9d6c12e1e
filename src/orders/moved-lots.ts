import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { lotMoves } from '../stock/lot-moves.ts'
import type { LotBox, LotProblem } from '../stock/lot-rules.ts'
import { offerName } from '../stock/offer-name.ts'

/** Why no lot of something in a placed order may go on another day or to another state; null if all may. */
export function lotMoveSentences(db: Db, order: Order, now: Instant): (to: LotBox) => string | null {
  const shortagesOn = lotMoves(db, order, now)
  return (to) => {
    const [first] = shortagesOn(to)
    return first ? WORDS[first.problem](nameOf(db, first.offerId)) : null
  }
}

const WORDS: Record<LotProblem, (name: string) => string> = {
  expired: (name) => `Our ${name} won't keep long enough for that day.`,
  other_state: (name) =>
    `Our ${name} is state-inspected and by law can't leave its state, so it can't go to that address.`,
  recalled: (name) => `Our ${name} was recalled.`,
}

function nameOf(db: Db, offerId: number): string {
  const name = offerName(db, offerId)
  return name ? `${name},` : 'item'
}
