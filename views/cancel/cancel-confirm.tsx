import { formatCents } from '#src/money.ts'
import { cardName } from '#src/payments/card-name.ts'
import { SumList } from '../orders/order-sums.tsx'
import { Form } from '../shared/form.tsx'

type CancelConfirmProps = {
  action: string
  orderPath: string
  card: { brand: string; last4: string } | null
  /** Another card paid for a later change. */
  hasMoreCards: boolean
  cardCents: number
  /** The part of `cardCents` that the bank only holds. */
  heldCents: number
  giftCents: number
  /** Of gift cards bought with the order, in `cardCents` already. */
  unspentCents: number
  /** Of gift cards bought with the order. It doesn't go back. */
  spentCents: number
  hasReward: boolean
  /** The box was sent again for a claim. */
  isReplacement: boolean
}

/** Names the refund before it is asked for. */
export const CancelConfirm = (props: CancelConfirmProps) => {
  const { action, orderPath, cardCents, heldCents, giftCents, hasReward, isReplacement } = props
  const cards = boughtCardWords(props)
  return (
    <>
      <p class="ask__words">{wordsFor(props)}</p>
      {cardCents + giftCents > 0 && (
        <SumList rows={rowsOf(props)} totalName={totalName(props)} totalCents={cardCents + giftCents} />
      )}
      {heldCents > 0 && (
        <p class="ask__words">
          Your bank releases what it holds. The hold can show for a few days before it disappears.
        </p>
      )}
      {cardCents > heldCents && (
        <p class="ask__words">
          {heldCents > 0 ? 'The refund' : 'It'} can take five to ten days to show up at your bank. We'll email
          you.
        </p>
      )}
      {cards && <p class="ask__words">{cards}</p>}
      {hasReward && <p class="ask__words">Your reward goes back to your account too.</p>}
      {isReplacement && (
        <p class="ask__words">
          We sent this box again at no charge. If you cancel it, we'll look at what went wrong again.
        </p>
      )}
      <Form action={action} method="post" class="ask__ways">
        <button type="submit" class="button button--alarm">
          Cancel the order
        </button>
        <a class="button button--quiet" href={orderPath}>
          Keep it
        </a>
      </Form>
    </>
  )
}

const isAllHeld = ({ cardCents, heldCents, giftCents }: CancelConfirmProps) =>
  heldCents > 0 && cardCents + giftCents === heldCents

function wordsFor(props: CancelConfirmProps): string {
  if (isAllHeld(props)) return "We won't charge you, and your box won't be packed. This can't be undone."
  if (props.cardCents + props.giftCents === 0) return "Your box won't be packed. This can't be undone."
  return `We'll refund ${props.spentCents > 0 ? "what's left" : 'everything'}, and your box won't be packed. This can't be undone.`
}

function boughtCardWords({ unspentCents, spentCents }: CancelConfirmProps): string | null {
  if (unspentCents > 0) return 'The gift cards in this order end too. What was spent of them stays paid.'
  return spentCents > 0 ? 'The gift cards in this order were spent, so they stay paid.' : null
}

function totalName(props: CancelConfirmProps): string {
  if (isAllHeld(props)) return "You won't pay"
  return props.heldCents > 0 ? 'In total' : 'You get back'
}

function rowsOf({ card, hasMoreCards, cardCents, heldCents, giftCents }: CancelConfirmProps) {
  const rows: [string, string][] = []
  const [name, refundCents] = [card ? cardName(card) : 'your card', cardCents - heldCents]
  if (heldCents > 0) rows.push([`Held on ${name}, not charged`, formatCents(heldCents)])
  const payer = hasMoreCards ? 'the cards that paid it' : name
  if (refundCents > 0)
    rows.push([`To ${heldCents > 0 ? 'the card that paid it' : payer}`, formatCents(refundCents)])
  if (giftCents > 0) rows.push(['To your gift card or store credit', formatCents(giftCents)])
  return rows
}
