import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders, packingWaveOrders } from '#db/schema/index.ts'
import { orderByToken } from '../orders/orders.ts'
import { isOfWave, type WaveBoxState } from './wave-boxes.ts'
import { ordersInState, waveStates } from './wave-states.ts'
import type { Wave } from './waves.ts'

/** Boxes by the tokens of their orders; all that were selected with a filter; or all that the step is for. */
export type BoxChoice = { tokens: string[] } | { filter: WaveBoxState | null } | 'all'

/** Which boxes a step takes, where they are not named one by one. */
export type Ready = { all: WaveBoxState[]; filter: WaveBoxState[] }

/** `states`: what has left them by its turn stays as it is. Null if the boxes were named one by one. */
export type ChosenBoxes = { ok: true; orderIds: number[]; states: WaveBoxState[] | null }

export type ChoiceRefusal =
  | { ok: false; code: 'nothing_selected' }
  | { ok: false; code: 'unknown_order' | 'not_in_wave'; token: string }

/** Only which boxes, since a wave may have thousands. */
export function chooseBoxes(
  db: Db,
  wave: Wave,
  choice: BoxChoice,
  ready: Ready,
): ChosenBoxes | ChoiceRefusal {
  if (choice === 'all') return boxesIn(db, wave, ready.all)
  if (!('filter' in choice)) return namedBoxes(db, wave, [...new Set(choice.tokens)])
  const { filter } = choice
  return boxesIn(
    db,
    wave,
    ready.filter.filter((state) => filter === null || filter === state),
  )
}

function boxesIn(db: Db, wave: Wave, wanted: WaveBoxState[]): ChosenBoxes {
  const states = waveStates(db, wave.id)
  const orderIds = wanted.flatMap((state) =>
    states.counts[state] > 0 ? ordersInState(db, states, state) : [],
  )
  return { ok: true, orderIds, states: wanted }
}

function namedBoxes(db: Db, wave: Wave, tokens: string[]): ChosenBoxes | ChoiceRefusal {
  if (tokens.length === 0) return { ok: false, code: 'nothing_selected' }
  const found = db
    .select({ orderId: orders.id, token: orders.token })
    .from(packingWaveOrders)
    .innerJoin(orders, eq(orders.id, packingWaveOrders.orderId))
    .where(isOfWave(wave.id, inArray(orders.token, tokens)))
    .orderBy(asc(packingWaveOrders.position))
    .all()
  const known = new Set(found.map(({ token }) => token))
  const missing = tokens.find((token) => !known.has(token))
  if (missing === undefined) return { ok: true, orderIds: found.map(({ orderId }) => orderId), states: null }
  const isOurs = orderByToken(db, missing)?.fcId === wave.fcId
  return { ok: false, code: isOurs ? 'not_in_wave' : 'unknown_order', token: missing }
}
