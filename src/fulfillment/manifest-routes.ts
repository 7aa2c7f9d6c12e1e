import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { type Db, durably } from '#db/client.ts'
import type { Ctx } from '../accounts/guards.ts'
import { formatDay, parseDay } from '../day.ts'
import { paths } from '../paths.ts'
import { centerManifest, requestManifests } from '../shipping/manifests.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { line, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { type Clerk, clerk } from './clerk.ts'
import { renderWave } from './wave-page.tsx'
import { stoppedBoxes, waveStates } from './wave-states.ts'
import { waveAt } from './waves.ts'

export const manifestRoutes = new Hono<AppEnv>()

const asked = z.object({
  ship_on: line(10)
    .transform(parseDay)
    .refine((day) => day !== null, { message: 'a day such as 2026-12-01' }),
  wave: line(15),
})

manifestRoutes.post(
  paths.makeManifests.pattern,
  clerk(async (c, { user, center }) => {
    const read = readFields(asked, c.var.body)
    if (!read.ok) return refuse(c, 422, read.message)
    const { ship_on: shipOn, wave } = read.value
    if (shipOn === null) return refuse(c, 422, 'Please check ship on.')
    const { db, clock } = c.var.services
    const ids = await durably(db, (tx) =>
      requestManifests(
        tx,
        { fcId: center.id, shipOn, userId: user.id, stopped: stoppedAt(tx, center.id) },
        clock.now(),
      ),
    )
    if (ids.length === 0) return refuseAgain(c, { user, center }, wave)
    const message = `The manifest of ${formatDay(shipOn, 'short')} is being made.`
    const path = /^\d+$/.test(wave) ? paths.wave(center.slug, wave) : paths.waves(center.slug)
    return reply(c, 200, { message, manifest_ids: ids }, { path, flash: { kind: 'notice', message } })
  }),
)

const NONE_LEFT = 'Every parcel of that day that has a label is on a manifest already.'

/** A colleague may have pressed first: the wave's page shows the manifest. */
function refuseAgain(c: Ctx, who: Clerk, asked: string) {
  const wave = wantsHtml(c) ? waveAt(c.var.services.db, who.center.id, rowId(asked)) : null
  return wave ? renderWave(c, who, wave, { status: 409, message: NONE_LEFT }) : refuse(c, 409, NONE_LEFT)
}

/** The orders of boxes that will not be handed over, in waves with parcels that are on no manifest yet. */
function stoppedAt(db: Db, fcId: number): number[] {
  const waves = db.all<{ id: number }>(sql`
    select distinct wave_id as id from shipping_labels label
    inner join packing_waves wave on wave.id = label.wave_id
    where label.state = 'bought' and label.manifest_id is null and wave.fc_id = ${fcId}`)
  return waves.flatMap(({ id }) => stoppedBoxes(waveStates(db, id)).map(({ orderId }) => orderId))
}

manifestRoutes.get(
  paths.manifest.pattern,
  clerk((c, { center }) => {
    const found = centerManifest(c.var.services.db, center.id, rowId(c.req.param('manifestId')))
    if (!found) return notFound(c)
    const { bytes, state, problem } = found
    if (!bytes) return refuse(c, 409, problem ?? `The manifest is not ready yet (${state}).`)
    return c.body(new Uint8Array(bytes).buffer, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="manifest-${found.id}.pdf"`,
      'Cache-Control': 'private, no-store',
    })
  }),
)
