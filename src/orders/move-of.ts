import type { Db } from '#db/client.ts'
import type { OrderChangeDetail } from '#db/schema/order-changes.ts'
import type { Day } from '../day.ts'
import { rewardOn } from '../pricing/rewards.ts'
import { changesOf, type OrderChange } from './changes.ts'

export type Move = {
  from: Day
  to: Day
  /** What became of the reward in the box, if it could not come along or came back. */
  reward: { name: string; fate: 'lost' | 'in_wallet' | 'returned' } | null
}

/** Null if this version of the order is no move. */
export function moveOf(db: Db, orderId: number, version: number): Move | null {
  const changes = changesOf(db, orderId)
  const at = changes.findIndex((change) => change.version === version)
  const move = changes[at]
  if (move?.kind === 'delivery') return dayOf(move.detail)
  if (move?.kind !== 'moved') return null
  const { from, to, reward } = move.detail
  if (reward) return { from, to, reward: { name: reward.name, fate: reward.isLost ? 'lost' : 'in_wallet' } }
  const returned = takenOff(changes[at - 1])
  const isBack = returned !== undefined && rewardOn(db, orderId)?.reward.id === returned.id
  return { from, to, reward: isBack ? { name: returned.name, fate: 'returned' } : null }
}

/** The delivery page changes place and day together. */
const dayOf = ({ from, to }: OrderChangeDetail['delivery']): Move | null =>
  from && to ? { from, to, reward: null } : null

const takenOff = (before: OrderChange | undefined) =>
  before?.kind === 'moved' ? before.detail.reward : undefined
