import { sql } from 'drizzle-orm'
import { type DurableTx, durably } from '#db/client.ts'
import { waveJobs } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { boardOf } from './board.ts'
import type { Clerk } from './clerk.ts'
import { hasFile } from './export-detail.ts'
import { exportWave } from './export-job.ts'
import { addJobRow, isGivenUp } from './job-rows.ts'
import { isOwnJob, jobOfPress, namedByPress, type Pressed } from './press-job.ts'
import {
  canBePacked,
  leftOutWords,
  type NamedBox,
  nameBoxes,
  type SelectedBox,
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

/**
 * Freezes the selection and enqueues the job that makes the wave.
 * @param press names the list's form, and its job: pressed twice with the same boxes, it leads to the same job
 */
export function requestExport(
  services: Services,
  who: Clerk,
  selection: Selection,
  press: string | null,
): Promise<ExportRefusal | ExportWarning | ExportStarted> {
  const { db, clock } = services
  const { user, center } = who
  return durably(db, (tx) => {
    const selected = selectedBoxes(tx, boardOf(center, clock.now()), selection)
    if (!selected.ok) return { ok: false, code: 'unknown_order', token: selected.unknown }
    const { boxes, leftOut } = selected
    const pressed = jobOfPress(tx, press)
    if (pressed && isOwnJob(pressed, 'export', who) && isSameExport(tx, pressed, selection, boxes))
      return { ok: true, jobToken: pressed.row.token, boxCount: pressed.row.boxCount }
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
    const named = { ...contents, ...namedByPress(press, pressed) }
    const { id, token } = addJobRow(tx, services, who, named, exportWave)
    keepSelection(tx, id, boxes)
    return { ok: true, jobToken: token, boxCount: boxes.length }
  })
}

/** Boxes that are free again, as of a void wave, and other boxes are for another job. */
function isSameExport(
  tx: DurableTx,
  { row, isUnderWay }: Pressed,
  selection: Selection,
  boxes: SelectedBox[],
) {
  if ('tokens' in selection && boxes.length === 0) return false
  const isDone = row.state === 'complete' && boxes.every(({ waveId }) => waveId !== null)
  if (!isUnderWay && !isDone) return false
  const ids = JSON.stringify(boxes.map(({ id }) => id))
  const other = sql`
    select value from json_each(${ids})
    where value not in (select order_id from wave_job_orders where job_id = ${row.id}) limit 1`
  return tx.all(other).length === 0
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

/**
 * A job that makes the files of a wave again.
 * @param press names the page's button, and its job: while its files are there, pressed twice leads to the same job
 */
export function requestFilesAgain(
  services: Services,
  who: Clerk,
  waveId: number,
  press: string | null,
): Promise<{ ok: false; code: 'no_boxes' | 'busy' } | { ok: true; token: string }> {
  return durably(services.db, (tx) => {
    const boxCount = waveAt(tx, who.center.id, waveId) ? countBoxes(tx, waveId) : 0
    if (boxCount === 0) return { ok: false, code: 'no_boxes' }
    const pressed = jobOfPress(tx, press)
    const isOwn = pressed !== null && isOwnJob(pressed, 'export', who) && pressed.row.waveId === waveId
    if (isOwn && (pressed.isUnderWay || hasFile(pressed.row, services.clock.now())))
      return { ok: true, token: pressed.row.token }
    if (countUnderWay(tx, who.user.id) >= MAX_UNDER_WAY) return { ok: false, code: 'busy' }
    const contents = { waveId, boxCount, ...namedByPress(press, pressed) }
    return { ok: true, token: addJobRow(tx, services, who, contents, exportWave).token }
  })
}
