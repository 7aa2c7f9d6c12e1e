import { and, eq, inArray, max, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Lot, lots, type RecallClass, recallLots, recallOrders, recalls } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { todayAt } from '../delivery/centers.ts'
import { flagForStaff } from '../flags/flags.ts'
import { orderById } from '../orders/orders.ts'
import { holdForReview } from '../orders/review.ts'
import { farmOfOffer } from '../stock/deliveries.ts'
import { releaseLots } from '../stock/lot-packing.ts'
import { withdraw } from '../stock/lot-withdrawal.ts'
import { createLot, lotById, lotCode } from '../stock/lots.ts'

/** What FSIS says of it, as far as it is known. */
export type RecallCase = { recallClass: RecallClass | null; caseNumber: string | null }

type NewRecall = RecallCase & {
  fcId: number
  reason: string
  store: string
  userId: number
  tokenOf: () => string
  now: Instant
}

/** A code on packs of an offer that the dock never checked in. */
type LabelOnly = { offerId: number; code: string }

export type LotsFound =
  | { ok: true; lots: Lot[]; labels: LabelOnly[] }
  | { ok: false; code: 'unknown' | 'several'; lot: string }
  | { ok: false; code: 'recalled'; lot: string; recallId: number | null }

/**
 * Finds lots by token or by label code. A code covers every lot that one farm labeled with it, and scanned packs with
 * that label whose lot was never received.
 */
export function lotsToRecall(db: Db, fcId: number, typed: string[]): LotsFound {
  const found: Lot[] = []
  const labels: LabelOnly[] = []
  for (const lot of typed) {
    const matching = db
      .select()
      .from(lots)
      .where(and(eq(lots.fcId, fcId), sql`(${lots.token} = ${lot} or ${lots.code} = ${lotCode(lot)})`))
      .all()
    const ofAllFarms = labelsWithoutLot(db, fcId, lotCode(lot))
    const [first] = matching
    const labeled = first ? ofAllFarms.filter((label) => farmCount(db, [first, label]) === 1) : ofAllFarms
    if (matching.length + labeled.length === 0) return { ok: false, code: 'unknown', lot }
    if (farmCount(db, [...matching, ...labeled]) > 1) return { ok: false, code: 'several', lot }
    if (labeled.length === 0 && matching.every(({ state }) => state === 'recalled'))
      return { ok: false, code: 'recalled', lot, recallId: newestRecall(db, matching) }
    found.push(...matching)
    labels.push(...labeled)
  }
  const byLot = new Map(found.map((lot) => [lot.id, lot]))
  const byLabel = new Map(labels.map((label) => [`${label.offerId} ${label.code}`, label]))
  return { ok: true, lots: [...byLot.values()], labels: [...byLabel.values()] }
}

const newestRecall = (db: Db, matching: Lot[]): number | null =>
  db
    .select({ id: max(recallLots.recallId) })
    .from(recallLots)
    .where(
      inArray(
        recallLots.lotId,
        matching.map(({ id }) => id),
      ),
    )
    .get()?.id ?? null

const labelsWithoutLot = (db: Db, fcId: number, code: string): LabelOnly[] =>
  db.all<LabelOnly>(sql`
    select distinct pack.offer_id as "offerId", ${code} as code
    from packed_packages pack inner join packing_waves wave on wave.id = pack.wave_id and wave.fc_id = ${fcId}
    where pack.lot is not null and upper(pack.lot) = ${code} and not exists (
      select 1 from lots where lots.fc_id = ${fcId} and lots.offer_id = pack.offer_id and lots.code = ${code})`)

const farmCount = (db: Db, found: { offerId: number }[]): number =>
  db.get<{ farms: number }>(sql`
    select count(distinct varieties.farm_id) as farms
    from offers inner join varieties on varieties.id = offers.variety_id
    where offers.id in (select value from json_each(${JSON.stringify(found.map(({ offerId }) => offerId))}))`)
    ?.farms ?? 0

/**
 * From here on no unit of these lots is sold, planned, packed or shipped. Boxes that have some and are still in the
 * center are held, and their lots are free again, because they must be packed anew.
 */
export function recallTheseLots(
  tx: DurableTx,
  { lots: known, labels }: Extract<LotsFound, { ok: true }>,
  recall: NewRecall,
): number {
  const { fcId, reason, recallClass, caseNumber, userId, now } = recall
  const found = [...known, ...labels.map((label) => lotOfLabel(tx, label, recall))]
  const ids = found.map(({ id }) => id)
  const draft = { subject: SUBJECT, message: draftOf(recall) }
  const { id: recallId } = tx
    .insert(recalls)
    .values({ fcId, reason, recallClass, caseNumber, ...draft, userId, createdAt: now })
    .returning({ id: recalls.id })
    .get()
  tx.insert(recallLots)
    .values(ids.map((lotId) => ({ recallId, lotId })))
    .run()
  const affected = affectedOrders(tx, ids)
  for (const one of affected)
    tx.insert(recallOrders)
      .values({ recallId, ...one })
      .run()
  keepPeople(tx, recallId, now)
  tx.update(lots).set({ state: 'recalled' }).where(inArray(lots.id, ids)).run()
  holdBoxes(
    tx,
    recallId,
    affected.filter(({ box }) => box !== 'shipped').map(({ orderId }) => orderId),
    now,
  )
  for (const id of ids) {
    const lot = lotById(tx, id)
    if (lot) withdraw(tx, lot, now)
  }
  flagElsewhere(tx, recallId, ids, now)
  return recallId
}

/** A clerk recalls in one center, but a farm brings a lot to several. Also one that is all sold: boxes had it. */
function flagElsewhere(tx: DurableTx, recallId: number, lotIds: number[], now: Instant) {
  const places = tx.all<{ fcId: number; lotNames: string; center: string }>(sql`
    select there.fc_id as "fcId", group_concat(distinct there.code || ' of ' || farms.name) as "lotNames",
      fulfillment_centers.name as center
    from lots here
    inner join offers on offers.id = here.offer_id
    inner join varieties on varieties.id = offers.variety_id
    inner join farms on farms.id = varieties.farm_id
    inner join varieties siblings on siblings.farm_id = farms.id
    inner join offers cuts on cuts.variety_id = siblings.id
    inner join lots there on there.offer_id = cuts.id and there.code = here.code
      and there.fc_id <> here.fc_id and there.state <> 'recalled'
    inner join fulfillment_centers on fulfillment_centers.id = there.fc_id
    where here.id in (select value from json_each(${JSON.stringify(lotIds)}))
    group by there.fc_id`)
  for (const { fcId, lotNames, center } of places)
    flagForStaff(tx, {
      kind: 'recall_elsewhere',
      key: `recall_elsewhere:${recallId}:${fcId}`,
      detail: `Recall ${recallId}: ${lotNames} was also brought to ${center}.`,
      now,
    })
}

/** Has no units: it's there to find boxes with its packs, and to refuse other packs of it. */
function lotOfLabel(tx: DurableTx, { offerId, code }: LabelOnly, { fcId, tokenOf, now }: NewRecall): Lot {
  const dates = { harvestedOn: null, packedOn: null, frozenOn: null, bestBy: todayAt(tx, fcId, now) }
  const plant = {
    inspection: 'federal',
    establishment: null,
    originState: farmOfOffer(tx, offerId)?.state ?? '',
  } as const
  return createLot(tx, { token: tokenOf(), offerId, fcId, code, ...dates, ...plant }, now)
}

type Affected = { orderId: number; box: 'planned' | 'packed' | 'shipped'; units: string }

/**
 * By the books, and by the labels of packs that were scanned before the books knew their lot. `upper(code)`, because
 * SQLite compares no bare column by the index of `upper(lot)`.
 */
const affectedOrders = (db: Db, lotIds: number[]): Affected[] =>
  db.all<Affected>(sql`
    with recalled as (
      select id, offer_id, fc_id, upper(code) as code from lots where id in (select value from json_each(${JSON.stringify(lotIds)}))
    ), labeled as (
      select pack.order_id, recalled.id as lot_id, count(*) - coalesce((
        select packed from box_lots where wave_id = pack.wave_id and order_id = pack.order_id
          and lot_id = recalled.id), 0) as units
      from recalled inner join packed_packages pack
        on pack.offer_id = recalled.offer_id and pack.lot is not null and upper(pack.lot) = recalled.code
      inner join packing_waves wave on wave.id = pack.wave_id and wave.fc_id = recalled.fc_id
      inner join box_lots loose on loose.wave_id = pack.wave_id and loose.order_id = pack.order_id
        and loose.offer_id = pack.offer_id and loose.lot_id is null and loose.packed > 0
      group by pack.wave_id, pack.order_id, recalled.id
    ), held as (
      select order_id, lot_id, packed, due from box_lots
      where lot_id in (select id from recalled) and packed + due > 0
      union all
      select order_id, lot_id, units, 0 from labeled where units > 0
    )
    select orders.id as orderId,
      case when orders.state not in ('paid', 'in_wave', 'review') then 'shipped'
        when sum(held.packed) > 0 then 'packed' else 'planned' end as box,
      group_concat((held.packed + held.due) || ' × ' || varieties.name || ', ' || offers.label
        || ' (lot ' || lots.code || ')', '; ') as units
    from held
    inner join orders on orders.id = held.order_id
    inner join lots on lots.id = held.lot_id
    inner join offers on offers.id = lots.offer_id
    inner join varieties on varieties.id = offers.variety_id
    group by orders.id`)

/** The order's own data, or what was kept of it when its person was erased. */
function keepPeople(tx: DurableTx, recallId: number, now: Instant) {
  tx.run(sql`
    insert into recall_people (recall_id, order_id, role, name, email, phone, created_at)
    select ${recallId}, orders.id, 'buyer', coalesce(orders.delivery_name, kept.name),
      coalesce(orders.email, kept.email), coalesce(orders.delivery_phone, kept.phone), ${now}
    from recall_orders inner join orders on orders.id = recall_orders.order_id
    left join recall_contacts kept on kept.order_id = orders.id
    where recall_orders.recall_id = ${recallId}`)
  tx.run(sql`
    insert into recall_people (recall_id, order_id, role, name, email, created_at)
    select ${recallId}, orders.id, 'recipient', coalesce(orders.gift_recipient_name, kept.recipient_name),
      coalesce(orders.gift_recipient_email, kept.recipient_email), ${now}
    from recall_orders inner join orders on orders.id = recall_orders.order_id
    left join recall_contacts kept on kept.order_id = orders.id
    where recall_orders.recall_id = ${recallId} and orders.gift_order = 1`)
}

function holdBoxes(tx: DurableTx, recallId: number, orderIds: number[], now: Instant) {
  for (const orderId of orderIds) {
    const order = orderById(tx, orderId)
    holdForReview(tx, order, now)
    flagForStaff(tx, {
      kind: 'recalled_lot',
      key: `recalled_lot:${recallId}:${order.token}`,
      detail: `recall ${recallId}`,
      orderId,
      now,
    })
  }
  releaseLots(tx, orderIds)
}

const SUBJECT = 'Please don’t eat this: a recall of something in your box'

const draftOf = ({ reason, store }: NewRecall) =>
  [
    'We’re recalling something that we sent you. Please don’t eat it, even if it looks and smells fine.',
    `Why: ${reason}`,
    'Throw it away where nobody else can eat it, and wash what it touched. You don’t have to send it back.',
    `Reply to this email, and ${store} will refund you. If you ate some of it and feel ill, call your doctor.`,
  ].join('\n\n')
