import type { Db } from '#db/client.ts'
import { boxesPaidBy } from '../../orders/gift-boxes.ts'
import { isCanceled } from '../../orders/states.ts'

const BOXES_PLACED =
  'It paid for boxes that are placed. Please cancel those on the page of the corporate gift first.'

/** Why an order that paid for a corporate gift can't be taken back as a whole. */
export const placedBoxesProblem = (db: Db, payerId: number): string | null =>
  boxesPaidBy(db, payerId).some(({ state }) => !isCanceled(state)) ? BOXES_PLACED : null
