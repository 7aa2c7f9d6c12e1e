import { and, asc, eq, lte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { offers, stock, varieties } from '#db/schema/index.ts'
import { type Board, listBoxes } from './board.ts'
import { NO_FILTERS } from './board-filters.ts'
import { shipDaysAhead } from './ship-days.ts'

/** Units at which an offer counts as nearly gone. */
const LOW_STOCK_UNITS = 5
const LOW_STOCK_SHOWN = 8

export type CenterToday = ReturnType<typeof centerToday>

export function centerToday(db: Db, board: Board) {
  const { boxes, counts, total } = listBoxes(db, board, { ...NO_FILTERS, state: 'needs_a_hand' }, 1)
  return {
    day: board.today,
    counts,
    days: shipDaysAhead(db, board),
    needsAHand: boxes,
    needsAHandTotal: total,
    lowStock: lowStock(db, board.center.id),
  }
}

const lowStock = (db: Db, fcId: number) =>
  db
    .select({ token: offers.token, name: varieties.name, label: offers.label, onHand: stock.onHand })
    .from(stock)
    .innerJoin(offers, eq(offers.id, stock.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(and(eq(stock.fcId, fcId), lte(stock.onHand, LOW_STOCK_UNITS)))
    .orderBy(asc(stock.onHand), asc(varieties.name))
    .limit(LOW_STOCK_SHOWN)
    .all()
