import { type DurableTx, durably } from '#db/client.ts'
import type { WaveJob } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { printableOrders } from '../shipping/label-files.ts'
import type { Clerk } from './clerk.ts'
import { addJobRow } from './job-rows.ts'
import { buyLabels } from './label-job.ts'
import { type Parcel, waveParcels, waveParcelsByToken } from './parcels.ts'
import { isOwnJob, jobOfPress, namedByPress } from './press-job.ts'
import { countUnderWay, keepSelection, MAX_UNDER_WAY } from './request-export.ts'
import type { Wave } from './waves.ts'

export type LabelsRefusal =
  | { ok: false; code: 'nothing_to_send' | 'busy' | 'void_wave' }
  | { ok: false; code: 'unknown_order'; token: string }
  | { ok: false; code: 'unplanned' | 'removed'; parcels: Parcel[] }

/**
 * Freezes the selection and enqueues the job that buys the labels. `null`: the boxes that are to be sent and can't print
 * a label yet; if all can, all of them.
 * @param press names the page's button, and its job: pressed twice, it leads to the same job
 */
export function requestLabels(
  services: Services,
  who: Clerk,
  wave: Wave,
  tokens: string[] | null,
  press: string | null,
): Promise<LabelsRefusal | { ok: true; token: string; boxCount: number }> {
  return durably(services.db, (tx) => {
    if (wave.state === 'void') return { ok: false, code: 'void_wave' }
    const parcels = tokens ? waveParcelsByToken(tx, wave.id, tokens) : waveParcels(tx, wave.id)
    const unknown = tokens?.find((token) => !parcels.some((parcel) => parcel.token === token))
    if (unknown !== undefined) return { ok: false, code: 'unknown_order', token: unknown }
    const chosen = tokens ? parcels : unlabeledFirst(tx, wave.id, parcels.filter(isToSend))
    const pressed = jobOfPress(tx, press)
    const isOwn = pressed !== null && isOwnJob(pressed, 'labels', who) && pressed.row.waveId === wave.id
    if (isOwn && (pressed.isUnderWay || isDone(tx, pressed.row, chosen)))
      return { ok: true, token: pressed.row.token, boxCount: pressed.row.boxCount }
    const removed = chosen.filter(({ endedAt }) => endedAt !== null)
    if (removed.length > 0) return { ok: false, code: 'removed', parcels: removed }
    if (chosen.length === 0) return { ok: false, code: 'nothing_to_send' }
    const unplanned = chosen.filter(({ packaging }) => packaging === null)
    if (unplanned.length > 0) return { ok: false, code: 'unplanned', parcels: unplanned }
    if (countUnderWay(tx, who.user.id) >= MAX_UNDER_WAY) return { ok: false, code: 'busy' }
    const contents = { kind: 'labels' as const, waveId: wave.id, boxCount: chosen.length }
    const named = { ...contents, ...namedByPress(press, pressed) }
    const { id, token } = addJobRow(tx, services, who, named, buyLabels)
    keepSelection(
      tx,
      id,
      chosen.map(({ orderId }) => ({ id: orderId })),
    )
    return { ok: true, token, boxCount: chosen.length }
  })
}

/** While labels are missing, as after a failure or once one is voided, the press is to buy those. */
function isDone(tx: DurableTx, { state, waveId }: WaveJob, chosen: Parcel[]): boolean {
  const printable = printableOrders(tx, waveId ?? 0)
  return state === 'complete' && chosen.every(({ orderId }) => printable.has(orderId))
}

const isToSend = ({ endedAt, orderState }: Parcel) => endedAt === null && orderState === 'in_wave'

function unlabeledFirst(tx: DurableTx, waveId: number, parcels: Parcel[]): Parcel[] {
  const printable = printableOrders(tx, waveId)
  const unlabeled = parcels.filter(({ orderId }) => !printable.has(orderId))
  return unlabeled.length > 0 ? unlabeled : parcels
}
