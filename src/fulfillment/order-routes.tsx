import { Hono } from 'hono'
import { OrdersPage } from '#views/fulfillment/orders-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import { signStream } from '../web/stream-names.ts'
import { type Board, boardOf, boardVersion, listBoxes } from './board.ts'
import { readBoardFilters } from './board-filters.ts'
import { clerk } from './clerk.ts'
import { boxJson } from './json.ts'
import { renderCenterPage } from './page.tsx'
import { shipDaysAhead } from './ship-days.ts'

export const orderRoutes = new Hono<AppEnv>()

orderRoutes.get(
  paths.centerOrders.pattern,
  clerk((c, who) => {
    const { db, clock, random } = c.var.services
    const query = c.req.query()
    const read = readBoardFilters(query)
    if (!read.ok) return refuse(c, 422, read.message)
    const board = boardOf(who.center, clock.now())
    const list = listBoxes(db, board, read.filters, pageNumber(query))
    if (list.page > list.pages) return notFound(c)
    const { boxes, page, pages, total } = list
    if (!wantsHtml(c)) return c.json({ orders: boxes.map(boxJson), page, pages, total })
    const view = (
      <OrdersPage
        center={who.center}
        today={board.today}
        list={list}
        filters={read.filters}
        days={shipDaysAhead(db, board)}
        live={liveBoard(c, board)}
        press={random.token()}
      />
    )
    return renderCenterPage(c, who, { current: 'orders', title: 'Orders' }, view)
  }),
)

function liveBoard(c: Ctx, board: Board) {
  const { services, visitor } = c.var
  const { version, boxCount } = boardVersion(services.db, board)
  const name = { purpose: 'board', subject: board.center.slug } as const
  return {
    stream: { signedName: signStream(services.config, name, visitor.sessionHash), seen: version },
    boxCount,
  }
}
