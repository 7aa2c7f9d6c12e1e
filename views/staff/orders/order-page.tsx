import { formatDay } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { flagKind } from '#src/flags/kinds.ts'
import { formatCents } from '#src/money.ts'
import type { Returned } from '#src/orders/returned-money.ts'
import { isCanceled } from '#src/orders/states.ts'
import { paths } from '#src/paths.ts'
import { cardName } from '#src/payments/card-name.ts'
import type { Totals } from '#src/pricing/total.ts'
import type { StaffOrder } from '#src/staff/orders/facts.ts'
import type { MailAgain } from '#src/staff/orders/resend.ts'
import { KIND_WORDS } from '../../claims/claim-words.ts'
import { unpaidWords } from '../../order-edit/unpaid-words.ts'
import { STATE_WORDS } from '../../orders/order-state-labels.ts'
import { OrderSums, type SumRow } from '../../orders/order-sums.tsx'
import { areGiftBoxes, linePrice, underLine } from '../../orders/placed-order.ts'
import { Alert } from '../../shared/alert.tsx'
import { formatMoment } from '../../shared/local-time.ts'
import type { RefusedForm } from '../../shared/refused-form.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderHistory } from './order-history.tsx'

export type StaffOrderPageProps = {
  facts: StaffOrder
  /** Names the forms of this page, so that pressing twice is once. */
  press: string
  isOwn: boolean
  mails: MailAgain[]
  problem: string | null
  /** Opens again with what was typed. */
  refused: RefusedForm | null
}

export const StaffOrderPage = (props: StaffOrderPageProps) => {
  const { facts, problem } = props
  const { order, zone } = facts
  const isDraft = facts.draft !== null && order.placedAt === null
  return (
    <article class="staff-order">
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffOrders()}>Orders</a>
        </p>
        <h1 class="desk__title">Order {order.identifier}</h1>
        <p class="desk__intro">
          <b>{isDraft ? 'Draft' : STATE_WORDS[order.state]}</b>
          {order.placedAt !== null && `, placed ${formatMoment(order.placedAt, SHOP_ZONE)}`}
          {!isCanceled(order.state) && order.shipOn && `, ships ${formatDay(order.shipOn, 'long')}`}
          {!isCanceled(order.state) && order.arrivalOn && `, arrives ${formatDay(order.arrivalOn, 'long')}`}
          {order.lockAt !== null &&
            order.state === 'paid' &&
            `, open until ${formatMoment(order.lockAt, zone)}`}
        </p>
      </header>
      {isDraft && (
        <p>
          <a class="button button--small" href={paths.staffDraft(order.token)}>
            Open the draft
          </a>
        </p>
      )}
      {facts.corporateGift && (
        <p>
          Part of a <a href={paths.corporateGift(facts.corporateGift.token)}>corporate gift</a>.
        </p>
      )}
      {problem && <Alert takesFocus>{problem}</Alert>}
      <Waiting facts={facts} />
      <div class="staff-order__parts">
        <div class="staff-order__main">
          <Lines facts={facts} />
          <OrderActions {...props} />
          <OrderHistory {...props} />
        </div>
        <aside class="staff-order__facts" aria-label="About this order">
          <Facts facts={facts} />
        </aside>
      </div>
    </article>
  )
}

/** What someone has to decide, each a link to where. */
const Waiting = ({ facts: { flags, claims, weatherHold, unpaid } }: { facts: StaffOrder }) => {
  const isHeld = weatherHold !== null && weatherHold.shipAnywayAt === null
  if (flags.length === 0 && claims.length === 0 && !isHeld && !unpaid) return null
  return (
    <ul class="staff-order__waiting">
      {flags.map((flag) => (
        <li>
          <a href={paths.flag(flag.id)}>Flag: {flagKind(flag.kind).title}</a>
        </li>
      ))}
      {claims.map(({ id, kind }) => (
        <li>
          <a href={paths.staffClaim(id)}>Claim: {KIND_WORDS[kind]}</a>
        </li>
      ))}
      {isHeld && <li>Held for weather</li>}
      {unpaid && (
        <li>
          Waiting for the customer's payment: {unpaidWords(unpaid.change).join('; ')} (
          {formatCents(unpaid.amountCents)}). A move or an edit ends it.
        </li>
      )}
    </ul>
  )
}

const Lines = ({ facts: { lines, totals, draft, order, returned } }: { facts: StaffOrder }) => (
  <section class="staff-order__part" aria-labelledby="order_lines">
    <h2 class="staff-order__title" id="order_lines">
      In this box
    </h2>
    {lines.length === 0 ? (
      <p class="desk__intro">Nothing is in it.</p>
    ) : (
      <ul class="staff-order__lines">
        {lines.map((line) => (
          <li class="staff-order__line">
            <span>
              <b>
                {line.quantity} × {line.name}
              </b>
              , {line.label}
              <span class="staff-order__under">{underLine(line)}</span>
            </span>
            <span class="staff-order__price">{linePrice(line)}</span>
          </li>
        ))}
      </ul>
    )}
    {draft?.priceCents != null && (
      <p class="desk__intro">
        Our price {formatCents(draft.priceCents)} instead of {formatCents(draft.listCents)}: {draft.reason}
      </p>
    )}
    <OrderSums
      totals={totals}
      totalName={order.placedAt === null ? 'To pay' : 'Paid by card'}
      addressKnown={order.deliveryState !== null}
      returned={returned}
      returnedRows={refundedRows}
      areForBoxes={areGiftBoxes(lines)}
    />
  </section>
)

function refundedRows({ cardCents, giftCents }: Returned, { totalCents }: Totals): SumRow[] {
  const refunded = (where: string, cents: number): SumRow[] =>
    cents > 0 ? [[`Refunded to ${where}`, formatCents(-cents)]] : []
  return [
    ...refunded('the card', cardCents),
    ...refunded('gift card or store credit', giftCents),
    ...(cardCents > 0
      ? [['Kept of the card payment', formatCents(totalCents - cardCents)] satisfies SumRow]
      : []),
  ]
}

type Fact = [name: string, value: string | null]

const Facts = ({ facts }: { facts: StaffOrder }) => (
  <dl class="staff-order__list">
    {factsOf(facts).map(
      ([name, value]) =>
        value && (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

function factsOf({
  order,
  address,
  gift,
  cards,
  center,
  account,
  leftCents,
  creditCents,
}: StaffOrder): Fact[] {
  return [
    ['Customer', order.deliveryName],
    ['Email', order.email],
    ['Phone', address.phone],
    ['Account', account ? account.email : 'Ordered as a guest'],
    [
      'Address',
      [address.street1, address.street2, address.city && `${address.city}, ${address.state} ${address.zip}`]
        .filter(Boolean)
        .join(', '),
    ],
    ['Address check', order.addressStatus?.replaceAll('_', ' ') ?? null],
    ['Gift for', gift && [gift.recipientName, gift.recipientEmail].filter(Boolean).join(', ')],
    ['Gift message', gift?.message ?? null],
    ['Center', center?.name ?? null],
    ['Paid with', cards.map(cardName).join(', ')],
    ['Box', order.recurring || order.membershipId !== null ? 'Recurring' : 'One time'],
    [
      'Can be refunded',
      order.placedAt === null
        ? null
        : leftCents === null
          ? 'A bank is still deciding'
          : `${formatCents(leftCents)}${creditCents > 0 ? ` (${formatCents(creditCents)} was given as credit)` : ''}`,
    ],
  ]
}
