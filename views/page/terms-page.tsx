import { formatCents } from '#src/money.ts'
import { TERMS_VERSION } from '#src/orders/rules.ts'
import { paths } from '#src/paths.ts'
import { FREE_SHIPPING_CENTS, MEMBER_FREE_SHIPPING_CENTS, ORDER_MINIMUM_CENTS } from '#src/pricing/total.ts'
import { usePage } from '../shared/page-facts.ts'

/** What a customer agrees to, in the words we would use across the counter. */
export function TermsPage() {
  const { store, demo } = usePage()
  return (
    <article class="terms">
      <header class="page-head">
        <h1 class="page-head__title">Terms of service</h1>
        <p class="page-head__intro">
          How {store.name} sells, sends and makes good. Short, because it is meant to be read.
        </p>
      </header>
      <div class="terms__text prose">
        {demo && (
          <p>
            <strong>This is a demo shop.</strong> Its text shows where the terms would stand. Nothing is sold
            here, nothing is sent, and no lawyer has read it.
          </p>
        )}
        <Ordering />
        <Delivery />
        <Recurring />
        <h2>When something is wrong</h2>
        <p>
          If a pack arrives thawed, damaged or not at all, write to us within two days of the delivery, with a
          photo if you can. We refund what arrived that way, to the card it was paid with. Meat cannot be sent
          back, so please don't.
        </p>
        <h2>Payment</h2>
        <p>
          Your card is handled by our payment provider, and its number never reaches us. The provider and we
          keep what the law asks of us to keep: what was bought, when, and what was paid for it.
        </p>
        <h2>Ask a person</h2>
        <p>
          Write to <a href={`mailto:${store.email}`}>{store.email}</a> or call {store.phone}. Both reach
          somebody who can help.
        </p>
        <p>These terms are version {TERMS_VERSION}.</p>
        <p>
          <a href={paths.shop()}>Back to the shop</a>
        </p>
      </div>
    </article>
  )
}

const Ordering = () => (
  <>
    <h2>Ordering and prices</h2>
    <p>
      A box is ordered when you have paid for it and we have confirmed it. Until then nothing is promised on
      either side, and what is in your box may sell out. The smallest box we send holds{' '}
      {formatCents(ORDER_MINIMUM_CENTS)} of goods.
    </p>
    <p>
      Prices are in US dollars and for the whole pack. The checkout shows the goods, the delivery and any tax
      before you pay, and that total is what you pay. Delivery is free from {formatCents(FREE_SHIPPING_CENTS)}
      .
    </p>
  </>
)

const Delivery = () => (
  <>
    <h2>Delivery and changes</h2>
    <p>
      You choose the day from those the calendar offers for your address. Boxes leave frozen, with dry ice,
      and nobody has to be at home; please bring the box in on the day.
    </p>
    <p>
      Your order can be changed until its lock, the moment we begin to pack. The checkout and your receipt
      name it. Write to us before then; afterwards the box is on its way.
    </p>
    <p>
      Snow, heat and trucks do not read calendars. If your day cannot be kept, we write to you and find
      another one, or return what you paid.
    </p>
  </>
)

const Recurring = () => (
  <>
    <h2>Recurring boxes</h2>
    <p>
      A box comes again only if you ticked so at the checkout, at the rhythm you chose there: every 2, 4, 6 or
      8 weeks, until you cancel. We keep what you agreed to, word for word. Delivery of a recurring box is
      free from {formatCents(MEMBER_FREE_SHIPPING_CENTS)}.
    </p>
    <p>
      The first box is paid at the checkout. Each later one is charged to the same card at the prices of its
      day, two days before it arrives, or at its cut-off where that is earlier. We write to you five and two
      days before and say how much it will be; until then you can change, skip or cancel it.
    </p>
  </>
)
