import { Hono } from 'hono'
import { PickListPage } from '#views/fulfillment/pick-list-page.tsx'
import { SlipsPage } from '#views/fulfillment/slips-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import { clerkAtWave } from './clerk-at-wave.ts'
import { renderCenterPage } from './page.tsx'
import { waveParcels } from './parcels.ts'
import { leftToPick, pickSheets } from './pick-totals.ts'
import { sheetsOf } from './slip-sheets.ts'
import { drawSheets } from './slips.ts'
import { waveBoxes } from './wave-boxes.ts'

export const printRoutes = new Hono<AppEnv>()

/** Of one page, which prints as one job. */
const SHEETS_PER_PRINT = 100

printRoutes.get(
  paths.slips.pattern,
  clerkAtWave(async (c, who, wave) => {
    const rows = waveBoxes(c.var.services.db, wave.id)
    const tokens = c.req.queries('order_tokens[]') ?? []
    const unknown = tokens.find((token) => !rows.some((row) => row.token === token))
    if (unknown !== undefined)
      return refuse(c, 404, `There is no order "${unknown.slice(0, 40)}" in this wave.`)
    const all = sheetsOf(rows, tokens)
    const page = pageNumber(c.req.query())
    const pages = Math.max(1, Math.ceil(all.length / SHEETS_PER_PRINT))
    if (page > pages) return notFound(c)
    const sheets = all.slice((page - 1) * SHEETS_PER_PRINT, page * SHEETS_PER_PRINT)
    if (!wantsHtml(c)) {
      const slips = sheets.flat().filter(({ part }) => part === 1)
      const json = slips.map(({ slip }) => ({ order_token: slip.row.token, barcode: slip.code }))
      return c.json({ slips: json, sheets: sheets.length, page, pages, total: all.length })
    }
    const drawn = await drawSheets(sheets)
    const boxes = rows.filter(({ endedAt }) => endedAt === null).length
    const view = (
      <SlipsPage
        center={who.center}
        wave={wave}
        boxes={boxes}
        parcels={waveParcels(c.var.services.db, wave.id)}
        sheets={drawn}
        page={page}
        pages={pages}
      />
    )
    return renderCenterPage(c, who, { current: 'waves', title: `Slips of wave ${wave.id}` }, view)
  }),
)

printRoutes.get(
  paths.pickList.pattern,
  clerkAtWave((c, who, wave) => {
    const pick = leftToPick(waveBoxes(c.var.services.db, wave.id))
    if (!wantsHtml(c)) return c.json({ pick, page: 1, pages: 1, total: pick.length })
    const view = <PickListPage center={who.center} wave={wave} pick={pick} sheets={pickSheets(pick)} />
    return renderCenterPage(c, who, { current: 'waves', title: `Pick list of wave ${wave.id}` }, view)
  }),
)
