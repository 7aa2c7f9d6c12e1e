import { Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { PickListPage } from '#views/fulfillment/pick-list-page.tsx'
import { SlipsPage } from '#views/fulfillment/slips-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import { clerkAtWave } from './clerk-at-wave.ts'
import { leftToPickOf } from './left-to-pick.ts'
import { renderCenterPage } from './page.tsx'
import { waveParcelsByToken } from './parcels.ts'
import { pickSheets } from './pick-totals.ts'
import { boxesToPrint, sheetsOf } from './slip-sheets.ts'
import { drawSheets } from './slips.ts'
import { waveBoxesByToken } from './wave-boxes.ts'
import { openBoxCount, waveStates } from './wave-states.ts'
import type { Wave } from './waves.ts'

export const printRoutes = new Hono<AppEnv>()

printRoutes.get(
  paths.slips.pattern,
  clerkAtWave(async (c, who, wave) => {
    const { db } = c.var.services
    const tokens = c.req.queries('order_tokens[]') ?? []
    const states = waveStates(db, wave.id)
    const page = pageNumber(c.req.query())
    const list = tokens.length > 0 ? chosenBoxes(db, wave, tokens, page) : boxesToPrint(db, states, page)
    const unknown = tokens.find((token) => !list.rows.some((row) => row.token === token))
    if (unknown !== undefined)
      return refuse(c, 404, `There is no order "${unknown.slice(0, 40)}" in this wave.`)
    const { rows, pages, total } = list
    if (page > pages) return notFound(c)
    const sheets = sheetsOf(db, rows)
    if (!wantsHtml(c)) {
      const slips = sheets.flat().filter(({ part }) => part === 1)
      const json = slips.map(({ slip }) => ({ order_token: slip.row.token, barcode: slip.code }))
      return c.json({ slips: json, sheets: sheets.length, page, pages, total })
    }
    const drawn = await drawSheets(sheets)
    const view = (
      <SlipsPage
        center={who.center}
        wave={wave}
        boxes={openBoxCount(states)}
        parcels={waveParcelsByToken(
          db,
          wave.id,
          rows.map(({ token }) => token),
        )}
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
  clerkAtWave(async (c, who, wave) => {
    const { db, clock } = c.var.services
    const pick = await leftToPickOf(db, wave, clock.now())
    if (!wantsHtml(c)) return c.json({ pick, page: 1, pages: 1, total: pick.length })
    const view = <PickListPage center={who.center} wave={wave} pick={pick} sheets={pickSheets(pick)} />
    return renderCenterPage(c, who, { current: 'waves', title: `Pick list of wave ${wave.id}` }, view)
  }),
)

/** However many were chosen, they are one print. */
function chosenBoxes(db: Db, wave: Wave, tokens: string[], page: number) {
  const rows = waveBoxesByToken(db, wave.id, tokens)
  return { rows, page, pages: 1, total: rows.length }
}
