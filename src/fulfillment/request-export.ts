import { sql } from 'drizzle-orm'
import { type DurableTx, durably } from '#db/client.ts'
import { waveJobs } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { boardOf } from './board.ts'
import type { Clerk } from './clerk.ts'
import { exportWave } from './export-job.ts'
import { addJobRow, isGivenUp } from './job-rows.ts'
import {
  canBePacked,
  leftOutWords,
  type NamedBox,
  nameBoxes,
  type Selection,
  selectedBoxes,
} from './select-orders.ts'
import { countBoxes, waveAt } from './waves.ts'

export type ExportRefusal =
  | { ok: false; code: 'nothing_selected' }
  | { ok: false; code: 'busy' }
  | { ok: false; code: 'unknown_order'; token: string }
  | { ok: false; code: 'all_in_waves' }
  | { ok: false; code: 'cannot_be_packed'; boxes: NamedBox[]; count: number }

/** Some of the boxes are in waves already: nothing is done before the clerk has seen which. */
export type ExportWarning = {
  ok: true
  conflicts: string[]
  named: NamedBox[]
  rest: number
  leftOut: string
}
export type ExportStarted = { ok: true; jobToken: string; boxCount: number }

/** Jobs one account may have under way. */
export const MAX_UNDER_WAY = 5

/** Freezes the selection and enqueues the job that makes the wave. */
export function requestExport(
  services: Services,
  who: Clerk,
  selection: Selection,
): Promise<ExportRefusal | ExportWarning | ExportStarted> {
  const { db, clock } = services
  const { user, center } = who
  return durably(db, (tx) => {
    const selected = selectedBoxes(tx, boardOf(center, clock.now()), selection)
    if (!selected.ok) return { ok: false, code: 'unknown_order', token: selected.unknown }
    const { boxes, leftOut } = selected
    if (boxes.length + leftOut.length === 0) return { ok: false, code: 'nothing_selected' }
    const stopped = boxes.length === 0 ? leftOut : boxes.filter((box) => !canBePacked(box))
    if (stopped.length > 0)
      return { ok: false, code: 'cannot_be_packed', boxes: nameBoxes(tx, stopped), count: stopped.length }
    const conflicts = boxes.filter(({ waveId }) => waveId !== null)
    if (conflicts.length === boxes.length) return { ok: false, code: 'all_in_waves' }
    if (conflicts.length > 0)
      return {
        ok: true,
        conflicts: conflicts.map(({ token }) => token),
        named: nameBoxes(tx, conflicts),
        rest: boxes.length - conflicts.length,
        leftOut: leftOutWords(leftOut),
      }
    if (countUnderWay(tx, user.id) >= MAX_UNDER_WAY) return { ok: false, code: 'busy' }

    const contents = { boxCount: boxes.length, warnings: [leftOutWords(leftOut)].filter(Boolean) }
    const { id, token } = addJobRow(tx, services, who, contents, exportWave)
    keepSelection(tx, id, boxes)
    return { ok: true, jobToken: token, boxCount: boxes.length }
  })
}

export const countUnderWay = (tx: DurableTx, userId: number): number =>
  tx
    .select({ count: sql<number>`count(*)` })
    .from(waveJobs)
    .where(sql`user_id = ${userId} and state in ('queued', 'running') and not (${isGivenUp})`)
    .get()?.count ?? 0

/** In one statement, however many there are. */
export function keepSelection(tx: DurableTx, exportId: number, boxes: { id: number }[]) {
  const ids = JSON.stringify(boxes.map(({ id }) => id))
  tx.run(sql`
    insert into wave_job_orders (job_id, order_id)
    select ${exportId}, value from json_each(${ids})`)
}

/** A job that makes the files of a wave again. */
export function requestFilesAgain(
  services: Services,
  who: Clerk,
  waveId: number,
): Promise<{ ok: false; code: 'no_boxes' | 'busy' } | { ok: true; token: string }> {
  return durably(services.db, (tx) => {
    const boxCount = waveAt(tx, who.center.id, waveId) ? countBoxes(tx, waveId) : 0
    if (boxCount === 0) return { ok: false, code: 'no_boxes' }
    if (countUnderWay(tx, who.user.id) >= MAX_UNDER_WAY) return { ok: false, code: 'busy' }
    return { ok: true, token: addJobRow(tx, services, who, { waveId, boxCount }, exportWave).token }
  })
}
