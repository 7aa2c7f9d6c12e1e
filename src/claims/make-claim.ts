import { desc, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type ClaimKind, claimLines, claimPhotos, claims, type Order, shipments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import type { Random } from '../tokens.ts'
import { MAX_UPLOADS } from '../web/upload-rules.ts'
import { type ClaimWindow, claimWindow } from './claim-window.ts'
import { type ClaimableLine, type ClaimFacts, claimableLines, claimsOf } from './claims.ts'

export type NewClaim = { kind: ClaimKind; note: string; lineTokens: string[] }

export type ClaimCheck =
  | { ok: true; lines: ClaimableLine[] }
  /** The same form was sent twice. */
  | { ok: true; earlier: ClaimFacts }
  | { ok: false; code: 'closed'; window: Exclude<ClaimWindow, { state: 'open' }> }
  | { ok: false; code: 'no_lines' | 'unknown_line' }
  | { ok: false; code: 'claimed_before'; lines: ClaimableLine[] }

/** A box that is late is late as a whole. */
export function checkClaim(
  tx: Parameters<typeof claimsOf>[0],
  order: Order,
  claim: NewClaim,
  now: Instant,
): ClaimCheck {
  const window = claimWindow(tx, order, now)
  if (window.state !== 'open') return { ok: false, code: 'closed', window }
  const all = claimableLines(tx, order)
  const isWhole = claim.kind === 'late' && claim.lineTokens.length === 0
  const lines = isWhole ? all : all.filter(({ token }) => claim.lineTokens.includes(token))
  if (lines.length === 0 && claim.lineTokens.length === 0) return { ok: false, code: 'no_lines' }
  if (!isWhole && lines.length < new Set(claim.lineTokens).size) return { ok: false, code: 'unknown_line' }
  const earlier = claimsOf(tx, order.id).find((one) => isSame(one, claim, lines))
  if (earlier) return { ok: true, earlier }
  const before = lines.filter(({ isClaimed }) => isClaimed)
  return before.length > 0 ? { ok: false, code: 'claimed_before', lines: before } : { ok: true, lines }
}

const isSame = (earlier: ClaimFacts, { kind, note }: NewClaim, lines: ClaimableLine[]) =>
  earlier.kind === kind &&
  earlier.note === note &&
  earlier.lines.length === lines.length &&
  earlier.lines.every(({ id }) => lines.some((line) => line.id === id))

/** Checks again: another tab may have been faster while the photos were read. */
export function makeClaim(
  tx: DurableTx,
  orderId: number,
  claim: NewClaim & { photos: Buffer[] },
  { now, random }: { now: Instant; random: Random },
): ClaimCheck {
  const order = orderById(tx, orderId)
  const check = checkClaim(tx, order, claim, now)
  if (!check.ok) return check
  const { kind, note, photos } = claim
  if ('earlier' in check) {
    addPhotos(tx, check.earlier.id, photos, random)
    return check
  }
  const { id: claimId } = tx
    .insert(claims)
    .values({ orderId, kind, note, fcId: order.fcId, ...carrierOf(tx, orderId), createdAt: now })
    .returning({ id: claims.id })
    .get()
  tx.insert(claimLines)
    .values(check.lines.map(({ id: orderLineId }) => ({ claimId, orderLineId })))
    .run()
  addPhotos(tx, claimId, photos, random)
  return check
}

/** A form that is sent again may bring photos that it had not before. */
function addPhotos(tx: DurableTx, claimId: number, photos: Buffer[], random: Random) {
  const before = tx.select().from(claimPhotos).where(eq(claimPhotos.claimId, claimId)).all()
  const added = photos.filter((photo) => !before.some(({ bytes }) => bytes.equals(photo)))
  for (const bytes of added.slice(0, MAX_UPLOADS - before.length))
    tx.insert(claimPhotos).values({ claimId, token: random.token(), bytes }).run()
}

const carrierOf = (tx: DurableTx, orderId: number) =>
  tx
    .select({ carrier: shipments.carrier, service: shipments.service })
    .from(shipments)
    .where(eq(shipments.orderId, orderId))
    .orderBy(desc(shipments.id))
    .get() ?? { carrier: null, service: null }
