import type { Tx } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import { recordAction, type StaffAction } from '../audit/audit.ts'
import { offerSubject } from '../catalog/prices.ts'
import type { Day, Instant } from '../day.ts'
import { listCenters } from '../delivery/centers.ts'

type Announcement = { user: User; offerId: number; fcId: number; expectedOn: Day; now: Instant }

/** A delivery's row keeps who began it, but not who added to it. */
export const recordAnnounced = (tx: Tx, by: Announcement, packs: number) =>
  record(tx, by, 'offer.delivery_announced', { packs })

export const recordCorrected = (tx: Tx, by: Announcement, before: number, after: number) =>
  record(tx, by, 'offer.delivery_corrected', { before: { packs: before }, after: { packs: after } })

function record(tx: Tx, by: Announcement, verb: StaffAction['verb'], packs: Record<string, unknown>) {
  const { user, offerId, fcId, expectedOn, now } = by
  const center = listCenters(tx).find(({ id }) => id === fcId)?.name
  const detail = { ...packs, center, expected_on: expectedOn }
  recordAction(tx, { actor: actorOf(user), subject: offerSubject(tx, { id: offerId }), verb, detail, now })
}
