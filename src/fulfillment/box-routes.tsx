import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { BoxPage } from '#views/fulfillment/box-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { personName } from '../accounts/person-name.ts'
import { inPounds } from '../money.ts'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import { sightingsOf } from '../shipping/labels.ts'
import { BOX_SIZES, halfPounds, type Packaging, SIZE_NAMES } from '../shipping/packaging.ts'
import { changePackaging } from '../shipping/packaging-changes.ts'
import { isStale, versionOf } from '../tokens.ts'
import { changedMeanwhile } from '../web/changed-meanwhile.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { digits, line, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import type { Clerk } from './clerk.ts'
import { clerkAtParcel } from './clerk-at-parcel.ts'
import { packagingJson, parcelJson } from './json.ts'
import { renderCenterPage } from './page.tsx'
import { type Parcel, waveParcelsByToken } from './parcels.ts'
import { waveBoxesByToken } from './wave-boxes.ts'

export const boxRoutes = new Hono<AppEnv>()

boxRoutes.get(
  paths.waveBox.pattern,
  clerkAtParcel((c, who, parcel) => (wantsHtml(c) ? boxPage(c, who, parcel) : c.json(boxJson(parcel)))),
)

const MAX_ICE_POUNDS = 100
const MAX_REASON_LENGTH = 200

const change = z.object({
  box_size: line(2).refine((typed) => typed in BOX_SIZES, { message: `one of ${SIZE_NAMES.join(', ')}` }),
  dry_ice_pounds: digits(6)
    .refine((typed) => /^\d{1,3}(\.\d{1,2})?$/.test(typed) && Number(typed) <= MAX_ICE_POUNDS, {
      message: `pounds from 0 to ${MAX_ICE_POUNDS}, such as 7.5`,
    })
    .transform(Number),
  reason: line(MAX_REASON_LENGTH).refine((typed) => typed !== '', {
    message: 'say why it is packed otherwise',
  }),
  version: line(40),
})

const LABELS = { box_size: '“Box size”', dry_ice_pounds: '“Dry ice, lb”', reason: '“Reason”' }

boxRoutes.post(
  paths.changePackaging.pattern,
  clerkAtParcel(async (c, who, parcel) => {
    const read = readFields(change, c.var.body, LABELS)
    if (!read.ok) return refuseChange(c, who, parcel, { status: 422, message: read.message })
    const { reason, dry_ice_pounds, box_size, version } = read.value
    const boxSize = SIZE_NAMES.find((size) => size === box_size) ?? 'XL'
    const chosen = { boxSize, dryIceGrams: halfPounds(dry_ice_pounds), reason }
    const { waveId, orderId, token } = parcel
    const { db, clock } = c.var.services
    const refusal = await durably(db, (tx) => {
      const [now] = waveParcelsByToken(tx, waveId, [token])
      const why = refusalToChange(now ?? parcel)
      if (why || isSaved(now ?? parcel, chosen)) return why
      if (isStale(version, packagingOf(now ?? parcel))) return STALE
      changePackaging(tx, { ...chosen, waveId, orderId, userId: who.user.id }, clock.now())
      return null
    })
    if (refusal) return refuseChange(c, who, parcel, { status: 409, message: refusal })
    const message = `Box ${parcel.position} goes in size ${boxSize} with ${inPounds(chosen.dryIceGrams)} lb of dry ice.`
    const path = paths.waveBox(who.center.slug, waveId, token)
    return reply(c, 200, { message, ...packagingJson(chosen) }, { path, flash: { kind: 'notice', message } })
  }),
)

const STALE = changedMeanwhile('this box’s packaging', 'Saving yours again replaces your colleague’s.')

/** By the press before. */
const isSaved = (
  { packaging, change }: Parcel,
  { boxSize, dryIceGrams, reason }: Packaging & { reason: string },
) => change?.reason === reason && packaging?.boxSize === boxSize && packaging.dryIceGrams === dryIceGrams

const packagingOf = ({ packaging, change }: Parcel) => ({
  boxSize: packaging?.boxSize ?? null,
  dryIceGrams: packaging?.dryIceGrams ?? null,
  reason: change?.reason ?? null,
})

function refusalToChange({ endedAt, orderState, label }: Parcel): string | null {
  if (endedAt !== null) return 'This box has been taken out of the wave.'
  if (orderState === 'shipped' || orderState === 'delivered') return 'This box has shipped.'
  return label?.state === 'bought' || label?.state === 'buying'
    ? 'Its label is made for this box. Void the label first.'
    : null
}

const boxJson = (parcel: Parcel) => ({
  packing_wave_id: parcel.waveId,
  order_token: parcel.token,
  identifier: parcel.identifier,
  position: parcel.position,
  ended_at: iso(parcel.endedAt),
  ...parcelJson(parcel),
  changed_by: parcel.change?.by ? personName(parcel.change.by) : null,
  reason: parcel.change?.reason ?? null,
  changed_at: iso(parcel.change?.at ?? null),
})

type Problem = { status: 409 | 422; message: string }

/** Scripts get the message; a form gets the box as it is now, with what was typed. */
function refuseChange(c: Ctx, who: Clerk, parcel: Parcel, problem: Problem) {
  if (!wantsHtml(c)) return refuse(c, problem.status, problem.message)
  const [now] = waveParcelsByToken(c.var.services.db, parcel.waveId, [parcel.token])
  return boxPage(c, who, now ?? parcel, problem)
}

function boxPage(c: Ctx, who: Clerk, parcel: Parcel, problem?: Problem) {
  const { label } = parcel
  const { db, random } = c.var.services
  const sightings = label ? sightingsOf(db, label.id) : []
  const [row] = waveBoxesByToken(db, parcel.waveId, [parcel.token])
  const view = (
    <BoxPage
      center={who.center}
      parcel={parcel}
      row={row ?? null}
      sightings={sightings}
      press={random.token()}
      version={versionOf(packagingOf(parcel))}
      problem={problem?.message}
      typed={problem ? c.var.body : null}
    />
  )
  const head = { current: 'waves' as const, title: `Box ${parcel.position} of wave ${parcel.waveId}` }
  return renderCenterPage(c, who, { ...head, status: problem?.status }, view)
}
