import type { Db } from '#db/client.ts'
import { type DurableTx, durably } from '#db/client.ts'
import type { ActingStaff, Order } from '#db/schema/index.ts'
import type { Day, Instant } from '../../day.ts'
import { calendarFor, deliveryZone } from '../../delivery/calendar-facts.ts'
import { formatCents } from '../../money.ts'
import { tellUnlessMade } from '../../order-edit/tell-unless-made.ts'
import { keptCardThatPaid } from '../../payments/cards.ts'
import { endWaiting } from '../../payments/extra-charge-card.ts'
import { chargeMove } from '../../reschedule/charge-move.ts'
import { closedRefusal, planMove } from '../../reschedule/plan.ts'
import { type Moved, type MoveRequest, missingFrom, reschedule } from '../../reschedule/reschedule.ts'
import type { Services } from '../../services.ts'
import { type ChargeAnswer, chargeAnswer, NO_KEPT_CARD } from './charge-answer.ts'

export type DayToMoveTo = { date: Day; differenceCents: number; rewardName: string | null }

/** Each open day with what moving there costs. Empty once the day can't change anymore. */
export function daysToMoveTo(db: Db, order: Order, now: Instant): DayToMoveTo[] {
  const zip = order.deliveryPostalCode ?? ''
  const zone = deliveryZone(db, zip)
  if (order.state !== 'paid' || closedRefusal(order, now) || !zone.served) return []
  const days = calendarFor(db, { zip, zone, now, exceptOrderId: order.id, expedited: true })
  return days.flatMap((day) => {
    const plan = day.ok ? planMove(db, order, { date: day.date }, now) : null
    if (!plan?.ok) return []
    const rewardName = plan.reward?.kind === 'leaves' ? plan.reward.name : null
    return [{ date: plan.day.date, differenceCents: plan.differenceCents, rewardName }]
  })
}

export type StaffMove = Pick<MoveRequest, 'date' | 'choice' | 'amountCents'> & {
  staff: NonNullable<ActingStaff>
  /** The customer agreed to pay on the kept card. */
  hasConsent: boolean
  network: string
}

export const CONSENT_NEEDED =
  'This costs more. Please ask the customer, and check that they agreed to pay on the card that we keep.'

/** As the customer would, with the kept card for what it costs more. @throws a StripeError when nothing is known */
export async function moveByStaff(
  services: Services,
  order: Order,
  { staff, hasConsent, network, ...move }: StaffMove,
): Promise<ChargeAnswer> {
  const { db, clock } = services
  const request = { ...move, isUndo: false, staff }
  const planned = planMove(db, order, request, clock.now())
  if (!planned.ok)
    return planned.code === 'same_day' ? SAME_DAY : { ok: false, status: 409, message: refusalWords(planned) }
  const chargeProblem = chargeRefusal(db, order, planned.differenceCents, hasConsent)
  if (chargeProblem) return chargeProblem
  const missing = missingFrom(request, planned)
  if (missing)
    return { ok: false, status: 409, message: refusalWords({ ok: false, code: missing, plan: planned }) }
  const endsWaiting = await endWaiting(services, order.id)
  const write = () => writeOrCharge(services, order, { ...request, hasConsent, network, endsWaiting })
  return endsWaiting ? tellUnlessMade(services, order.id, write, isMoved) : write()
}

const MOVED: ChargeAnswer = { ok: true, message: 'Moved. The customer gets an email.' }
/** The day was pressed twice, or the customer moved it there meanwhile. */
const SAME_DAY: ChargeAnswer = { ok: true, message: 'It’s on that day now.' }
const isMoved = ({ ok }: ChargeAnswer) => ok

type ReadyMove = MoveRequest & Pick<StaffMove, 'staff' | 'hasConsent' | 'network'>

/** Plans it again: what ended may have been paid after all. */
async function writeOrCharge(
  services: Services,
  order: Order,
  { hasConsent, network, ...request }: ReadyMove,
): Promise<ChargeAnswer> {
  const { db, clock } = services
  const { staff, endsWaiting } = request
  const moved = await durably(db, (tx: DurableTx) => reschedule(tx, order.id, request, clock.now()))
  if (moved.ok) return MOVED
  if (moved.code !== 'charge') return { ok: false, status: 409, message: refusalWords(moved) }
  const refusalNow = chargeRefusal(db, order, moved.plan.differenceCents, hasConsent)
  if (refusalNow) return refusalNow
  const returnUrl = services.config.appUrl
  const outcome = await chargeMove(services, moved.order, moved.plan, {
    withKeptCard: true,
    network,
    returnUrl,
    staff,
    endsWaiting,
  })
  return chargeAnswer(
    services,
    order.id,
    outcome,
    `Moved. ${formatCents(moved.plan.differenceCents)} was charged.`,
  )
}

/** Asked before anything ends, and again of the price that counts. */
function chargeRefusal(
  db: Db,
  order: Order,
  differenceCents: number,
  hasConsent: boolean,
): ChargeAnswer | null {
  if (differenceCents <= 0) return null
  if (!hasConsent) return { ok: false, status: 422, message: CONSENT_NEEDED }
  return keptCardThatPaid(db, order) ? null : { ok: false, status: 409, message: NO_KEPT_CARD }
}

function refusalWords(moved: Exclude<Moved, { ok: true } | { code: 'charge' }>): string {
  if ('message' in moved) return moved.message
  return moved.code === 'choice'
    ? 'On that day, the box loses its reward. Please ask the customer, and check that they agreed.'
    : `That day costs ${formatCents(Math.max(0, moved.plan.differenceCents))} more now. Please confirm the new amount.`
}
