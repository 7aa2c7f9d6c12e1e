import type { PaidChange } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import type { Preview } from '#src/order-edit/edit.ts'
import { changedLines } from '#src/orders/edit/box-lines.ts'
import { deliveryValue } from '../orders/order-sums.tsx'
import { Form } from '../shared/form.tsx'
import { Difference } from './difference.tsx'
import { Problem } from './edit-page.tsx'
import { PayWith } from './pay-with.tsx'
import { giftWords, lineWords } from './unpaid-words.ts'
import { WaitingChange } from './waiting-change.tsx'

type DifferencePageProps = {
  identifier: string
  action: string
  orderPath: string
  preview: Preview
  /** What this change would end. */
  waiting: PaidChange | null
  /** 'Visa ending in 4242', if the card that paid can be charged again. */
  keptCard: string | null
  problem: string | null
  /** The bank's words. */
  declined: string | null
}

/** Nothing has changed until its button is pressed, which repeats the amount. */
export const DifferencePage = (props: DifferencePageProps) => {
  const { identifier, action, orderPath, preview, declined, problem } = props
  return (
    <article class="order-edit order-edit--narrow">
      <header class="page-head">
        <p class="trail">
          <a class="nowrap" href={orderPath}>
            Order {identifier}
          </a>
        </p>
        <h1 class="page-head__title">{declined ? 'Your card was declined' : 'Change your box?'}</h1>
      </header>
      {declined && (
        <Problem
          message={`Your order is still exactly as it was, and nothing was charged. Your bank said: “${declined}”`}
        />
      )}
      {problem && <Problem message={problem} />}
      {props.waiting && <WaitingChange change={props.waiting} />}
      <ul class="order-edit__changes">
        {changedLines(preview.lines).map((line) => (
          <li>{lineWords(line)}</li>
        ))}
        {preview.wish.gift !== 'unchanged' && <li>{giftWords(preview.wish.gift)}</li>}
      </ul>
      <Difference
        rows={rowsOf(preview)}
        differenceCents={preview.differenceCents}
        heldCents={preview.heldCents}
      />
      <Form action={action} method="post" class="order-edit__form" data-turbo="false">
        <Wish preview={preview} />
        <input type="hidden" name="confirmed" value="true" />
        <input type="hidden" name="version" value={preview.order.version} />
        <input type="hidden" name="difference_cents" value={preview.differenceCents} />
        {preview.differenceCents > 0 && <PayWith keptCard={props.keptCard} prefersNew={declined !== null} />}
        <div class="order-edit__ways">
          <button type="submit" class="button">
            {buttonWords(preview)}
          </button>
          <a class="button button--quiet" href={orderPath}>
            {declined ? 'Keep my order as it was' : 'Keep my order as it is'}
          </a>
        </div>
      </Form>
      <p class="order-edit__hint">{afterWords(preview)}</p>
      <Form action={action} method="post" data-turbo="false">
        <Wish preview={preview} />
        <button type="submit" name="find" value="1" class="link-button">
          Change something else
        </button>
      </Form>
    </article>
  )
}

function rowsOf({
  order,
  paidCents,
  box,
  giftCents,
  cardCents,
  waivedCents,
  heldCents,
  held,
}: Preview): [string, string][] {
  const ofBox = order.boughtCardsCents ? ' for the box' : '' // bought gift cards count in neither sum
  const rows: [string, string][] = [[PAID_SO_FAR[held] + ofBox, formatCents(paidCents)]]
  if (box.totals.shippingCents !== (order.shippingCents ?? 0))
    rows.push(['Delivery now', deliveryValue(box.totals.shippingCents)])
  rows.push([`New total${ofBox}`, formatCents(box.dueCents + waivedCents)])
  if (waivedCents > 0) rows.push(['On us', formatCents(-waivedCents)])
  const backCents = cardCents - heldCents
  if (heldCents > 0 && (backCents > 0 || giftCents > 0)) rows.push(['Not charged', formatCents(heldCents)])
  if (backCents > 0 && (heldCents > 0 || giftCents > 0))
    rows.push([heldCents > 0 ? 'To the card that paid it' : 'To your card', formatCents(backCents)])
  if (giftCents > 0) rows.push(['To your gift card or store credit', formatCents(giftCents)])
  return rows
}

const PAID_SO_FAR = { all: 'Held so far', some: 'Held or paid so far', none: 'Paid so far' }

function buttonWords({ differenceCents: cents, heldCents }: Preview): string {
  if (cents > 0) return `Pay ${formatCents(cents)} and update`
  const backCents = -cents - heldCents
  return backCents > 0 ? `Update and refund ${formatCents(backCents)}` : 'Update my box'
}

function afterWords({ differenceCents, waivedCents, heldCents }: Preview): string {
  if (waivedCents > 0) return "Cards can't be charged that little, so you pay nothing more."
  if (differenceCents > 0) return 'If the payment fails, your order stays as it is.'
  if (heldCents > 0)
    return heldCents === -differenceCents
      ? "Your bank only holds the money, so we'll charge that much less when we pack your box."
      : `Your bank only holds ${formatCents(heldCents)} of it, so we won't charge that. The rest goes back the way you paid, and can take five to ten days to show up.`
  return differenceCents < 0
    ? 'It goes back the way you paid, and can take five to ten days to show up.'
    : 'The price stays the same.'
}

/** The whole change, so that the next page knows it. */
const Wish = ({ preview: { lines, wish } }: { preview: Preview }) => (
  <>
    {changedLines(lines).map(({ token, to }) => (
      <input type="hidden" name={`quantities[${token}]`} value={to} />
    ))}
    {wish.gift !== 'unchanged' && <input type="hidden" name="gift_order" value={wish.gift ? '1' : '0'} />}
    {wish.gift !== 'unchanged' && wish.gift && (
      <>
        <input type="hidden" name="gift_info[recipient_name]" value={wish.gift.recipientName} />
        <input type="hidden" name="gift_info[recipient_email]" value={wish.gift.recipientEmail} />
        <input type="hidden" name="gift_info[message]" value={wish.gift.message} />
      </>
    )}
  </>
)
