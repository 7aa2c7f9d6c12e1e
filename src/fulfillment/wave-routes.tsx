import { Hono } from 'hono'
import { WavePage } from '#views/fulfillment/wave-page.tsx'
import { WavesPage } from '#views/fulfillment/waves-page.tsx'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { clerk } from './clerk.ts'
import { renderCenterPage } from './page.tsx'
import { requestFilesAgain } from './request-export.ts'
import { pickTotals } from './wave-files.ts'
import { boxesOfWave, listWaves, waveAt } from './waves.ts'

export const waveRoutes = new Hono<AppEnv>()

waveRoutes.get(
  paths.waves.pattern,
  clerk((c, who) => {
    const list = listWaves(c.var.services.db, who.center.id, pageNumber(c.req.query()))
    if (list.page > list.pages) return notFound(c)
    const { waves, page, pages, total } = list
    if (wantsHtml(c)) {
      const view = <WavesPage center={who.center} list={list} />
      return renderCenterPage(c, who, { current: 'waves', title: 'Waves' }, view)
    }
    const rows = waves.map(({ id, state, createdAt, boxCount }) => ({
      packing_wave_id: id,
      state,
      created_at: iso(createdAt),
      boxes: boxCount,
    }))
    return c.json({ packing_waves: rows, page, pages, total })
  }),
)

/** A wave has at most what one export can select; its page shows all of it, to be printed. */
const MAX_BOXES = 20_000

waveRoutes.get(
  paths.wave.pattern,
  clerk(async (c, who) => {
    const { db } = c.var.services
    const wave = waveAt(db, who.center.id, waveNumber(c.req.param('waveId')))
    if (!wave) return notFound(c)
    const rows = boxesOfWave(db, wave.id, 0, MAX_BOXES)
    const totals = await pickTotals(db, wave.id)
    if (wantsHtml(c)) {
      const view = <WavePage center={who.center} wave={wave} rows={rows} totals={totals} />
      return renderCenterPage(c, who, { current: 'waves', title: `Wave ${wave.id}` }, view)
    }
    return c.json({
      packing_wave_id: wave.id,
      state: wave.state,
      created_at: iso(wave.createdAt),
      orders: rows.map(({ position, box, endedAt }) => ({ position, ended_at: iso(endedAt), ...box })),
      pick: totals,
    })
  }),
)

/** 0, which no wave has, for anything that is no number. */
const waveNumber = (typed = '') => (/^\d{1,15}$/.test(typed) ? Number(typed) : 0)

waveRoutes.post(
  paths.exportWaveAgain.pattern,
  clerk(async (c, who) => {
    const waveId = waveNumber(c.req.param('waveId'))
    const token = await requestFilesAgain(c.var.services, who, waveId)
    if (token === null) return notFound(c)
    return reply(c, 200, { job_id: token }, { path: paths.job(token) })
  }),
)
