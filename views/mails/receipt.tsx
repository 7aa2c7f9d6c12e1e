import type { EditedLine } from '#db/schema/index.ts'
import { formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import type { Returned } from '#src/orders/returned-money.ts'
import { WAITING_ENDED } from '#src/orders/rules.ts'
import { cityLine } from '#src/postal/place.ts'
import { type SumRow, sumRows, toShopper } from '../orders/order-sums.tsx'
import { paidWithWords } from '../orders/paid-with-words.ts'
import {
  linePrice,
  type PlacedOrder,
  underLine,
  unitWords,
  weightNote,
  weightSentence,
} from '../orders/placed-order.ts'
import { laterSentence } from '../orders/recurring-sentence.ts'
import { formatMoment } from '../shared/local-time.ts'
import { lastLines, MailDocument, mailStyles as styles } from './mail-table.tsx'

export type ReceiptProps = {
  order: PlacedOrder
  /** Of the totals. */
  returned?: Returned
  store: { name: string; email: string; phone: string; words?: { closing: string; receipt: string } }
  now: Instant
  /** Absolute, as the other link. */
  orderUrl: string
  trackingUrl: string
  /** The same receipt again, once the box was weighed. */
  isWeighed?: boolean
  /** The bank only held the money, so what goes back is never charged. */
  isReleased?: boolean
  /** The same receipt again, once the shopper changed what is in the box. */
  edit?: {
    lines: EditedLine[]
    differenceCents: number
    /** The part of a refunded difference that banks had only held. */
    heldCents?: number | undefined
    endsWaiting?: boolean | undefined
  }
}

export type Mail = { subject: string; html: string; text: string }

export function receipt(props: ReceiptProps): Mail {
  return {
    subject: subjectOf(props),
    html: `<!doctype html>${(<ReceiptMail {...props} />).toString()}`,
    text: receiptText(props),
  }
}

function subjectOf({ order, store, isWeighed, edit }: ReceiptProps): string {
  if (isWeighed) return `Your box is packed: final weights (${order.identifier})`
  if (edit) return `Your box has changed (${order.identifier})`
  return `Your ${store.name} box arrives ${formatDay(order.arrivesOn, 'short')} (${order.identifier})`
}

function titleOf({ isWeighed, edit }: ReceiptProps): string {
  if (isWeighed) return 'Your box is packed and weighed.'
  return edit ? 'Your box has changed.' : 'Thank you! Your order is confirmed.'
}

const editLine = ({ name, label, from, to }: EditedLine): string => {
  if (from === 0) return `Added: ${to} × ${name}, ${label}`
  return to === 0 ? `Removed: ${from} × ${name}, ${label}` : `${name}, ${label}: ${to} instead of ${from}`
}

function differenceSentence(differenceCents: number, heldCents = 0): string {
  if (differenceCents > 0) return `We charged the difference of ${formatCents(differenceCents)}.`
  if (differenceCents === 0) return 'The price stays the same.'
  const backCents = -differenceCents - heldCents
  if (backCents === 0)
    return `Your new total is ${formatCents(-differenceCents)} less. Your bank only holds the money, so we'll charge that much less.`
  if (heldCents > 0)
    return `Your new total is ${formatCents(-differenceCents)} less. Your bank only holds ${formatCents(heldCents)} of it, so we won't charge ${formatCents(heldCents)}. We're refunding ${formatCents(backCents)} the way you paid it, which can take five to ten days to show up.`
  return `We're refunding the difference of ${formatCents(-differenceCents)} the way you paid. It can take five to ten days to show up.`
}

const editLines = ({ edit }: ReceiptProps): string[] =>
  edit
    ? [
        ...edit.lines.map(editLine),
        differenceSentence(edit.differenceCents, edit.heldCents),
        ...(edit.endsWaiting ? [WAITING_ENDED] : []),
      ]
    : []

/** A box that is packed can't change anymore. */
function changeSentence({ order, isWeighed, isReleased, now }: ReceiptProps): string {
  if (isWeighed)
    return `This is your receipt with the final weights. You pay for what your items weigh: ${isReleased ? 'your bank held the most they could cost, and releases the rest.' : 'anything beyond that goes back the way you paid.'}`
  return now < order.lockAt
    ? `You can make changes until ${formatMoment(order.lockAt, order.zone)}.`
    : "It's too late for changes now, but we're here if something comes up."
}

const ReceiptMail = (props: ReceiptProps) => {
  const { order, store, orderUrl, trackingUrl } = props
  return (
    <MailDocument title={`Receipt ${order.identifier}`} store={store}>
      <h1 style={styles.title}>{titleOf(props)}</h1>
      <p style={styles.text}>
        Your box arrives <b>{formatDay(order.arrivesOn, 'long')}</b>. {changeSentence(props)}
      </p>
      {store.words?.receipt && <p style={styles.text}>{store.words.receipt}</p>}
      {props.edit && <Edit {...props} />}
      <p style={styles.text}>
        <a class="accent" style={styles.link} href={orderUrl}>
          View order {order.identifier}
        </a>{' '}
        ·{' '}
        <a class="accent" style={styles.link} href={trackingUrl}>
          Track your box
        </a>
      </p>
      <div class="panel" style={styles.panel}>
        <Lines order={order} />
        <Sums {...props} />
      </div>
      {weightSentence(order.lines, order.isHeld) && (
        <p style={styles.text}>{weightSentence(order.lines, order.isHeld)}</p>
      )}
      {order.frequency && <p style={styles.text}>{laterSentence(order.frequency, order.keptCard)}</p>}
      <h2 style={styles.subtitle}>Shipping to</h2>
      <p style={styles.text}>
        {addressLines(order).map((line) => (
          <>
            {line}
            <br />
          </>
        ))}
      </p>
    </MailDocument>
  )
}

const Edit = (props: ReceiptProps) => (
  <>
    <p style={styles.text}>
      {editLines(props).map((line) => (
        <>
          {line}
          <br />
        </>
      ))}
    </p>
    <p style={styles.text}>If you didn't make this change, please let us know right away.</p>
  </>
)

const Lines = ({ order }: { order: PlacedOrder }) => (
  <table style={styles.table}>
    <tbody>
      {order.lines.map((line) => (
        <tr>
          <th scope="row" class="cell" style={styles.cell}>
            <b>{line.name}</b>
            <br />
            <span class="soft" style={styles.small}>
              {unitWords(line)}, {underLine(line)}
              {line.byWeight && <>, {weightNote(line)}</>}
            </span>
          </th>
          <td class="cell" style={styles.cell + styles.figure}>
            {linePrice(line)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Sums = ({ order, returned }: Pick<ReceiptProps, 'order' | 'returned'>) => (
  <table style={`${styles.table}margin-top:12px;`}>
    <tbody>
      <SumLines rows={sumRows(order.totals)} />
      <tr>
        <th scope="row" style={styles.total}>
          {chargedTo(order)}
        </th>
        <td style={styles.total + styles.figure}>{formatCents(order.totals.totalCents)}</td>
      </tr>
      {returned && <SumLines rows={toShopper(returned)} />}
    </tbody>
  </table>
)

const SumLines = ({ rows }: { rows: SumRow[] }) => (
  <>
    {rows.map(([name, value]) => (
      <tr>
        <th scope="row" style={styles.sum}>
          {name}
        </th>
        <td style={styles.sum + styles.figure}>{value}</td>
      </tr>
    ))}
  </>
)

function receiptText(props: ReceiptProps): string {
  const { order, returned, store, orderUrl, trackingUrl } = props
  return [
    titleOf(props),
    '',
    `Your box arrives ${formatDay(order.arrivesOn, 'long')}.`,
    changeSentence(props),
    '',
    ...(store.words?.receipt ? [store.words.receipt, ''] : []),
    ...(props.edit
      ? [...editLines(props), "If you didn't make this change, please let us know right away.", '']
      : []),
    `View order ${order.identifier}:`,
    orderUrl,
    'Track your box:',
    trackingUrl,
    '',
    ...order.lines.map(
      (line) =>
        `${line.quantity} × ${line.name}, ${line.label} (${[underLine(line), weightNote(line)].filter(Boolean).join(', ')}): ${linePrice(line)}`,
    ),
    '',
    ...sumRows(order.totals).map(([name, value]) => `${name}: ${value}`),
    `${chargedTo(order)}: ${formatCents(order.totals.totalCents)}`,
    ...(returned ? toShopper(returned) : []).map(([name, value]) => `${name}: ${value}`),
    '',
    ...[weightSentence(order.lines, order.isHeld)].flatMap((sentence) => (sentence ? [sentence, ''] : [])),
    ...(order.frequency ? [laterSentence(order.frequency, order.keptCard), ''] : []),
    'Shipping to:',
    ...addressLines(order),
    '',
    ...lastLines(store).flatMap((line) => [line, '']),
  ].join('\n')
}

const chargedTo = (order: PlacedOrder) =>
  order.paidWith && order.totals.totalCents > 0 ? `${howPaid(order)} ${paidWithWords(order)}` : 'Charged'

function howPaid({ isHeld, isPartCharged }: PlacedOrder): string {
  if (!isHeld) return 'Charged to'
  return isPartCharged ? 'Held on or charged to' : 'Held on'
}

const addressLines = ({ delivery }: PlacedOrder): string[] =>
  [delivery.name, delivery.street1, delivery.street2, cityLine(delivery), delivery.phone].filter(Boolean)
