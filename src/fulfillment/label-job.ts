import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, durably } from '#db/client.ts'
import { fulfillmentCenters, packingWaveOrders, type WaveJob } from '#db/schema/index.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import type { Services } from '../services.ts'
import { buyLabel, type LabelOutcome } from '../shipping/buy-label.ts'
import { plannedFor } from '../shipping/packaging.ts'
import { packagingChangesOf } from '../shipping/packaging-changes.ts'
import { type BoxToSend, heavyWords, isHeavy, type Sender } from '../shipping/parcel.ts'
import { jobRow, showProgress, updateJobRow, withFailuresCounted } from './job-rows.ts'
import { shortsOf, withoutShorts } from './shorts.ts'
import { weighedIn, withWeights } from './weighed-lines.ts'

/** Calls at once: the carrier takes seconds for one, and a wave has hundreds. */
const WIDTH = 4

/** Boxes whose purchase is in doubt are looked at again by the next try, so many times. */
const LAST_TRY = 2

/** Buys the labels of the selected boxes in pick order. What fails is listed; the others are bought. */
export const buyLabels = job(
  'buy_labels',
  z.object({ exportId: z.number() }),
  LANES.carrier,
  (services, { exportId }) =>
    withFailuresCounted(services, exportId, 'The labels could not be bought.', async () => {
      const row = await durably(services.db, (tx) => {
        const found = jobRow(tx, exportId)
        if (!found || found.finishedAt !== null) return null
        updateJobRow(tx, exportId, { state: 'running' })
        return found
      })
      if (row?.waveId) await buyAll(services, row, row.waveId)
    }),
)

type Problem = { box: BoxToSend; outcome: Exclude<LabelOutcome, { state: 'bought' }> }

async function buyAll(services: Services, row: WaveJob, waveId: number) {
  const boxes = selectedBoxes(services.db, row.id, waveId)
  const sender = senderOf(services, row.fcId)
  const waiting = [...boxes]
  const problems: Problem[] = []
  let done = 0
  const buyNext = async () => {
    for (let box = waiting.shift(); box && !isCanceled(services.db, row.id); box = waiting.shift()) {
      const outcome = await buyLabel(services, box, sender)
      if (outcome.state !== 'bought') problems.push({ box, outcome })
      done += 1
      await showProgress(services, row.id, done)
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, buyNext))
  if (problems.some(({ outcome }) => outcome.state === 'unknown') && row.failures < LAST_TRY)
    throw new Error('the carrier did not answer for all of the boxes')
  await finish(services, row, boxes, problems)
}

const isCanceled = (db: Db, id: number) => jobRow(db, id)?.finishedAt !== null

function finish(
  { db, clock }: Services,
  row: WaveJob,
  boxes: BoxToSend[],
  problems: Problem[],
): Promise<void> {
  const bought = boxes.length - problems.length
  const heavy = boxes.filter(isHeavy).map((box) => ({ box, words: heavyWords(box) }))
  const warnings = [...problems.map(({ box, outcome }) => ({ box, words: outcome.problem })), ...heavy]
    .toSorted((a, b) => a.box.position - b.box.position)
    .map(({ box, words }) => `Box ${box.position}, ${box.box.identifier}: ${words}`)
  return durably(db, (tx) => {
    if (isCanceled(tx, row.id)) return updateJobRow(tx, row.id, { warnings })
    const end = bought > 0 ? { state: 'complete' as const } : { state: 'failed' as const, errorMessage: NONE }
    updateJobRow(tx, row.id, { ...end, warnings, boxesWritten: bought, finishedAt: clock.now() })
  })
}

const NONE = 'No label was bought.'

/** In pick order, with what is in each box: by the scale and without what was short, once it is packed. */
function selectedBoxes(db: Db, exportId: number, waveId: number): BoxToSend[] {
  const changes = packagingChangesOf(db, waveId)
  const rows = db
    .select()
    .from(packingWaveOrders)
    .where(
      sql`wave_id = ${waveId} and order_id in (select order_id from wave_job_orders where job_id = ${exportId})`,
    )
    .orderBy(asc(packingWaveOrders.position))
    .all()
  const orderIds = rows.map(({ orderId }) => orderId)
  const [shorts, weighed] = [shortsOf(db, waveId, orderIds), weighedIn(db, orderIds)]
  return rows.flatMap(({ box, orderId, position, ...row }) => {
    const packaging = changes.get(orderId) ?? plannedFor(row)
    if (!box || !packaging) return []
    const lines = withWeights(withoutShorts(box.lines, shorts.get(orderId)), weighed.get(orderId))
    return { waveId, orderId, position, box: { ...box, lines }, packaging }
  })
}

function senderOf({ db, config }: Services, fcId: number): Sender {
  const center = db.select().from(fulfillmentCenters).where(eq(fulfillmentCenters.id, fcId)).get()
  if (!center) throw new Error(`center ${fcId} is gone`)
  return { center, company: config.store.name, phone: config.store.phone }
}
