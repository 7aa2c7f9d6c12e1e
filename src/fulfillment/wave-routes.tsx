import { Hono } from 'hono'
import { WavesPage } from '#views/fulfillment/waves-page.tsx'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { readPress } from '../web/read-press.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { clerk } from './clerk.ts'
import { clerkAtWave } from './clerk-at-wave.ts'
import { parcelJson, waveBoxJson } from './json.ts'
import { lotGaps } from './lot-gaps.ts'
import { renderCenterPage } from './page.tsx'
import { waveParcelsByToken } from './parcels.ts'
import { requestFilesAgain } from './request-export.ts'
import { pickTotals } from './wave-files.ts'
import { renderWave } from './wave-page.tsx'
import { readStateFilter, waveBoxPage, waveStates } from './wave-states.ts'
import { listWaves } from './waves.ts'

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

waveRoutes.get(
  paths.wave.pattern,
  clerkAtWave(async (c, who, wave) => {
    if (wantsHtml(c)) return renderWave(c, who, wave)
    const { db } = c.var.services
    const query = c.req.query()
    const states = waveStates(db, wave.id)
    const { rows, ...list } = waveBoxPage(db, states, readStateFilter(query), pageNumber(query))
    if (list.page > list.pages) return notFound(c)
    const gaps = list.page === 1 ? await lotGaps(db, wave) : []
    const found = waveParcelsByToken(
      db,
      wave.id,
      rows.map(({ token }) => token),
    )
    const parcels = new Map(found.map((parcel) => [parcel.orderId, parcelJson(parcel)]))
    return c.json({
      packing_wave_id: wave.id,
      state: wave.state,
      created_at: iso(wave.createdAt),
      counts: states.counts,
      orders: rows.map((row) => ({ ...row.box, ...waveBoxJson(row), ...parcels.get(row.orderId) })),
      without_lot: gaps.map(({ orderToken, identifier, name, label, units }) => ({
        ...{ order_token: orderToken, identifier, name, label },
        quantity: units,
      })),
      ...(list.pages === 1 && { pick: await pickTotals(db, wave.id) }),
      ...list,
    })
  }),
)

const BUSY = 'Several of your jobs are still running. Please wait for one of them.'

waveRoutes.post(
  paths.exportWaveAgain.pattern,
  clerkAtWave(async (c, who, wave) => {
    const asked = await requestFilesAgain(c.var.services, who, wave.id, readPress(c))
    if (!asked.ok) return asked.code === 'busy' ? refuse(c, 429, BUSY) : notFound(c)
    const { token } = asked
    return reply(c, 200, { job_id: token }, { path: paths.job(token) })
  }),
)
