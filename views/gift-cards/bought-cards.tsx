import { formatDay, type Instant } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import type { BoughtCardFacts } from '#src/orders/bought-card-facts.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'

type BoughtCardsProps = {
  cards: BoughtCardFacts[]
  token: string
  receiptKey: string | null
  /** Names one press of "Send it again". */
  press: string
}

/** The gift cards that an order bought, for its buyer. */
export const BoughtCards = ({ cards, ...order }: BoughtCardsProps) =>
  cards.length === 0 ? null : (
    <section class="order-card" aria-labelledby="order_gift_cards">
      <h2 class="order-card__title" id="order_gift_cards">
        {cards.length === 1 ? 'Gift card' : 'Gift cards'}
      </h2>
      <ul class="bought-cards">
        {cards.map((card) => (
          <BoughtCard card={card} {...order} />
        ))}
      </ul>
    </section>
  )

type CardProps = Omit<BoughtCardsProps, 'cards'> & { card: BoughtCardFacts }

const BoughtCard = ({ card, token, receiptKey, press }: CardProps) => {
  const { cents, words, state, printPath, returnCents } = card
  return (
    <li class="bought-card">
      <b>
        {formatCents(cents)} · {words}
      </b>
      <span>{stateWords(card)}</span>
      <div class="bought-card__ways">
        {printPath && <a href={printPath}>{card.isPrint ? 'Print it' : 'See the card'}</a>}
        {state === 'sent' && (
          <Form action={paths.sendGiftCard(token, card.token, { key: receiptKey })} method="post">
            <input type="hidden" name="press" value={press} />
            <button type="submit" class="link-button">
              Send it again
            </button>
          </Form>
        )}
      </div>
      {returnCents > 0 && (
        <details>
          <summary class="link-button">Give it back</summary>
          <p>
            Its code ends for good, and {formatCents(returnCents)} goes back to the card you paid with.
            {returnCents < cents && ' The rest of its price was refunded before.'}
          </p>
          <Form action={paths.returnGiftCard(token, card.token, { key: receiptKey })} method="post">
            <button type="submit" class="button button--quiet button--small">
              End this gift card
            </button>
          </Form>
        </details>
      )}
    </li>
  )
}

const dayOf = (at: Instant | null) => (at === null ? 'soon' : formatDay(dayIn(SHOP_ZONE, at), 'short'))

function stateWords({ state, sendAt, sentAt, isPrint }: BoughtCardFacts): string {
  switch (state) {
    case 'ended':
      return 'Given back'
    case 'frozen':
      return 'On hold while the bank looks into the payment'
    case 'waiting':
      return `Goes out ${dayOf(sendAt)}`
    case 'sent':
      return `${isPrint ? 'Emailed to you' : 'Sent'} ${dayOf(sentAt)}`
    case 'to_post':
      return 'We print it and mail it to you'
  }
}
