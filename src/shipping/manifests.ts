import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { jobs, type ShippingManifest, shippingLabels, shippingManifests } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { retryForADay } from '../jobs/manage.ts'
import { enqueue } from '../jobs/queue.ts'
import { CarrierError, type Manifest } from '../providers/shipping/carrier.ts'
import type { Services } from '../services.ts'
import { lookUp } from './look-up.ts'

/** `stopped`: orders whose boxes will not be handed over. */
type Asked = { fcId: number; shipOn: Day; userId: number; stopped: number[] }

/**
 * A parcel is on one manifest at most. @returns one for each carrier that has parcels of the day on none yet, and
 * those whose job has given up, which are tried again. Where staff forgot the job, a new manifest takes the parcels.
 */
export function requestManifests(
  tx: DurableTx,
  { fcId, shipOn, userId, stopped }: Asked,
  now: Instant,
): number[] {
  const givenUp = tx
    .select({ id: shippingManifests.id, jobId: jobs.id })
    .from(shippingManifests)
    .leftJoin(jobs, eq(jobs.key, sql`'make_manifest:' || ${shippingManifests.id}`))
    .where(and(eq(shippingManifests.fcId, fcId), eq(shippingManifests.shipOn, shipOn), isGivenUp))
    .all()
  const again = givenUp.filter(({ jobId }) => jobId !== null && retryForADay(tx, jobId, now).ok)
  for (const one of givenUp) if (!again.includes(one)) fail(tx, one.id, 'It was given up.', now)
  const carriers = tx.all<{ carrier: string; ids: string }>(sql`
    select label.carrier, json_group_array(label.id) as ids
    from shipping_labels label
    inner join packing_waves wave on wave.id = label.wave_id
    inner join packing_wave_orders packed on packed.wave_id = label.wave_id and packed.order_id = label.order_id
    where label.state = 'bought' and label.manifest_id is null and wave.fc_id = ${fcId}
      and packed.ended_at is null and packed.box ->> 'ship_on' = ${shipOn}
      and label.order_id not in (select value from json_each(${JSON.stringify(stopped)}))
    group by label.carrier`)
  const added = carriers.map(({ carrier, ids }) => {
    const { id } = tx
      .insert(shippingManifests)
      .values({ fcId, shipOn, userId, carrier, createdAt: now })
      .returning({ id: shippingManifests.id })
      .get()
    tx.run(
      sql`update shipping_labels set manifest_id = ${id} where id in (select value from json_each(${ids}))`,
    )
    enqueue(tx, makeManifest, { manifestId: id }, { key: `make_manifest:${id}`, now })
    return id
  })
  return [...again.map(({ id }) => id), ...added]
}

/** The carrier didn't answer until the job's time was over, or staff forgot the job. */
const isGivenUp = sql<boolean>`shipping_manifests.finished_at is null and not exists (
  select 1 from jobs where key = 'make_manifest:' || shipping_manifests.id and state in ('queued', 'running'))`.mapWith(
  Boolean,
)

/** Asks the carrier for the paper, and keeps it. */
export const makeManifest = job(
  'make_manifest',
  z.object({ manifestId: z.number() }),
  LANES.carrier,
  async (services, { manifestId }) => {
    const row = manifestById(services.db, manifestId)
    if (!row || row.finishedAt !== null) return
    try {
      await finish(services, row, await madeManifest(services, row))
    } catch (error) {
      if (!(error instanceof CarrierError) || error.outcome === 'unknown') throw error
      await durably(services.db, (tx) => fail(tx, manifestId, error.message, services.clock.now()))
    }
  },
)

const manifestById = (db: Db, id: number): ShippingManifest | null =>
  db.select().from(shippingManifests).where(eq(shippingManifests.id, id)).get() ?? null

export const centerManifest = (db: Db, fcId: number, id: number): ShippingManifest | null => {
  const found = manifestById(db, id)
  return found?.fcId === fcId ? found : null
}

/** The carrier has no key against repeats, so an earlier try is looked for on one of the shipments. */
async function madeManifest(
  { db, carrier }: Services,
  { id, reference }: ShippingManifest,
): Promise<Manifest> {
  const known = reference && (await lookUp(carrier.findManifest(reference)))
  if (known) return known
  const ids = shipmentsOn(db, id)
  const [first] = ids
  if (!first) throw new CarrierError('not_done', 'empty', 'All of its labels were voided.')
  const earlier = (await lookUp(carrier.findShipment(first)))?.manifestId
  const made =
    (earlier && (await lookUp(carrier.findManifest(earlier)))) || (await carrier.createManifest(ids))
  await durably(db, (tx) => {
    update(tx, id, { state: 'creating', reference: made.id })
    if (!earlier) leaveOut(tx, id, ids)
  })
  return made.state === 'creating' ? ((await lookUp(carrier.findManifest(made.id))) ?? made) : made
}

const shipmentsOn = (db: Db, manifestId: number): string[] =>
  db
    .select({ shipmentId: shippingLabels.shipmentId })
    .from(shippingLabels)
    .where(and(eq(shippingLabels.manifestId, manifestId), eq(shippingLabels.state, 'bought')))
    .orderBy(asc(shippingLabels.id))
    .all()
    .flatMap(({ shipmentId }) => shipmentId ?? [])

/** Labels that were voided before the carrier listed the others. */
const leaveOut = (tx: DurableTx, manifestId: number, listed: string[]) =>
  void tx
    .update(shippingLabels)
    .set({ manifestId: null })
    .where(
      and(
        eq(shippingLabels.manifestId, manifestId),
        eq(shippingLabels.state, 'void'),
        sql`shipment_id is null or shipment_id not in (select value from json_each(${JSON.stringify(listed)}))`,
      ),
    )
    .run()

const update = (tx: DurableTx, id: number, columns: Partial<ShippingManifest>) =>
  void tx
    .update(shippingManifests)
    .set(columns)
    .where(and(eq(shippingManifests.id, id), isNull(shippingManifests.finishedAt)))
    .run()

async function finish(services: Services, { id }: ShippingManifest, made: Manifest) {
  const { db, clock, carrier } = services
  if (made.state === 'failed') return durably(db, (tx) => fail(tx, id, made.message, clock.now()))
  if (made.state === 'creating' || made.fileUrl === null)
    throw new CarrierError('unknown', 'creating', 'The carrier is still making the manifest.')
  const bytes = await lookUp(carrier.manifestFile(made.fileUrl))
  await durably(db, (tx) => update(tx, id, { state: 'created', bytes, finishedAt: clock.now() }))
}

/** Its parcels are free for the next. */
function fail(tx: DurableTx, id: number, problem: string, now: Instant) {
  update(tx, id, { state: 'failed', problem, finishedAt: now })
  tx.update(shippingLabels).set({ manifestId: null }).where(eq(shippingLabels.manifestId, id)).run()
}

type Voided = { code: string | null; identifier: string }

export type DayManifests = ReturnType<typeof manifestsOf>

/** `voided` are on the paper, although their labels were voided afterwards. */
export const manifestsOf = (db: Db, fcId: number, shipDays: Day[]) =>
  db
    .select({
      id: shippingManifests.id,
      shipOn: shippingManifests.shipOn,
      carrier: shippingManifests.carrier,
      state: shippingManifests.state,
      problem: shippingManifests.problem,
      isGivenUp,
      voided: sql<Voided[]>`(
        select json_group_array(json_object('code', label.tracking_code, 'identifier', orders.identifier))
        from shipping_labels label inner join orders on orders.id = label.order_id
        where label.manifest_id = shipping_manifests.id and label.state = 'void')`.mapWith(
        (json: string): Voided[] => JSON.parse(json),
      ),
    })
    .from(shippingManifests)
    .where(and(eq(shippingManifests.fcId, fcId), inArray(shippingManifests.shipOn, shipDays)))
    .orderBy(asc(shippingManifests.id))
    .all()
