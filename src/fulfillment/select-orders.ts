import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders } from '#db/schema/index.ts'
import { type Board, boxState, shownOnBoard, waveId } from './board.ts'
import { type BoardFilters, type BoxState, NO_FILTERS } from './board-filters.ts'

/** What a clerk selected for a wave: all boxes that match the filters at this moment, or some by their tokens. */
export type Selection = { all: BoardFilters } | { tokens: string[] }

export type SelectedBox = ReturnType<typeof readBoxes>[number]
export type NamedBox = ReturnType<typeof nameBoxes>[number]

/** Held, or gone: not without a person, or not at all. A late box can still be packed. */
const CANNOT_BE_PACKED: readonly BoxState[] = ['held', 'weather', 'shipped']

export const canBePacked = ({ state }: SelectedBox) => !CANNOT_BE_PACKED.includes(state)

const LEFT_OUT = { held: 'held by staff', weather: 'held for weather', shipped: 'already shipped' } as const

/** 'Left out: 3 held by staff, 1 already shipped.', or '' if nothing is. */
export function leftOutWords(boxes: SelectedBox[]): string {
  const reasons = (Object.keys(LEFT_OUT) as (keyof typeof LEFT_OUT)[]).flatMap((state) => {
    const count = boxes.filter((box) => box.state === state).length
    return count === 0 ? [] : `${count} ${LEFT_OUT[state]}`
  })
  return reasons.length === 0 ? '' : `Left out: ${reasons.join(', ')}.`
}

/** @returns the boxes and what "select all" leaves out, or the token that is none of this center's */
export function selectedBoxes(
  db: Db,
  board: Board,
  selection: Selection,
): { ok: true; boxes: SelectedBox[]; leftOut: SelectedBox[] } | { ok: false; unknown: string } {
  if ('all' in selection) {
    const boxes = readBoxes(db, board, shownOnBoard(board, selection.all))
    const leftOut = boxes.filter((box) => !canBePacked(box))
    return { ok: true, boxes: boxes.filter(canBePacked), leftOut }
  }
  const tokens = [...new Set(selection.tokens)]
  const isSelected = and(shownOnBoard(board, NO_FILTERS), inArray(orders.token, tokens))
  const found = new Set(
    db
      .select({ token: orders.token })
      .from(orders)
      .where(isSelected)
      .all()
      .map(({ token }) => token),
  )
  const unknown = tokens.find((token) => !found.has(token))
  return unknown === undefined
    ? { ok: true, boxes: readBoxes(db, board, isSelected), leftOut: [] }
    : { ok: false, unknown }
}

/** Only what decides about them, since there may be thousands. */
const readBoxes = (db: Db, { today }: Board, where: SQL | undefined) =>
  db
    .select({ id: orders.id, token: orders.token, state: boxState(today), waveId })
    .from(orders)
    .where(where)
    .orderBy(orders.shipOn, orders.id)
    .all()

const MAX_NAMED = 50

/** The first of them in the same order, with what a clerk calls them. */
export function nameBoxes(db: Db, boxes: SelectedBox[]) {
  const ids = boxes.slice(0, MAX_NAMED).map(({ id }) => id)
  return db
    .select({
      token: orders.token,
      identifier: orders.identifier,
      name: orders.deliveryName,
      waveId,
    })
    .from(orders)
    .where(sql`${orders.id} in (select value from json_each(${JSON.stringify(ids)}))`)
    .orderBy(orders.shipOn, orders.id)
    .all()
}
