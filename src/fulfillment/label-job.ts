import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, durably } from '#db/client.ts'
import { fulfillmentCenters, type WaveJob } from '#db/schema/index.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import type { Services } from '../services.ts'
import { buyLabel, type LabelOutcome } from '../shipping/buy-label.ts'
import type { BoxToSend, Sender } from '../shipping/parcel.ts'
import { jobRow, showProgress, updateJobRow, withFailuresCounted } from './job-rows.ts'
import { boxNow, boxWords, selectedBoxes } from './label-boxes.ts'

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
      const outcome = await buyLabel(services, box, sender, boxNow, row.createdAt)
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
  const warnings = problems
    .toSorted((a, b) => a.box.position - b.box.position)
    .map(({ box, outcome }) => boxWords(box, outcome.problem))
  return durably(db, (tx) => {
    if (isCanceled(tx, row.id)) return updateJobRow(tx, row.id, { warnings })
    const none = problems.some(({ outcome }) => outcome.isBought) ? NONE_SENT : NONE
    const end = bought > 0 ? { state: 'complete' as const } : { state: 'failed' as const, errorMessage: none }
    updateJobRow(tx, row.id, { ...end, warnings, boxesWritten: bought, finishedAt: clock.now() })
  })
}

const NONE = 'No label was bought.'
const NONE_SENT = 'No label can be printed yet. The bought ones can be fetched on the wave’s page.'

function senderOf({ db, config }: Services, fcId: number): Sender {
  const center = db.select().from(fulfillmentCenters).where(eq(fulfillmentCenters.id, fcId)).get()
  if (!center) throw new Error(`center ${fcId} is gone`)
  return { center, company: config.store.name, phone: config.store.phone }
}
