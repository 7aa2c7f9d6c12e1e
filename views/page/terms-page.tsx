import { formatCents } from '#src/money.ts'
import { CLAIM_DAYS, TERMS_VERSION } from '#src/orders/rules.ts'
import { paths } from '#src/paths.ts'
import { ordersFrom } from '#src/pricing/sentences.ts'
import type { OrderTerms } from '#src/shop-settings/terms.ts'
import { usePage } from '../shared/page-facts.ts'
import { Phone } from '../shared/phone.tsx'
import { Written } from '../shared/written.tsx'
import { InformationPage } from './information/information-page.tsx'

/** A change of meaning needs a new `TERMS_VERSION`. */
export function TermsPage() {
  const { store, written, demo } = usePage()
  if (written.pages.terms !== '')
    return (
      <InformationPage
        title="Terms of service"
        intro={`How ${store.name} sells, ships and makes things right.`}
      >
        <Written text={written.pages.terms} />
      </InformationPage>
    )
  return (
    <article class="terms">
      <header class="page-head">
        <h1 class="page-head__title">Terms of service</h1>
        <p class="page-head__intro">
          How {store.name} sells, ships and makes things right. We kept it short so you can read it.
        </p>
      </header>
      <div class="terms__text prose">
        {demo && (
          <p>
            <strong>This is a demo shop.</strong> This text stands in for real terms. Nothing is sold or
            shipped here, and no lawyer has reviewed it.
          </p>
        )}
        <Ordering terms={store.terms} />
        <Delivery />
        <Recurring terms={store.terms} />
        <h2>If something goes wrong</h2>
        <p>
          If a pack arrives thawed, damaged or not at all, tell us within {CLAIM_DAYS} days of the delivery,
          on your order's page or by email, with a photo if you can. We'll refund that pack, or send it again.
          Please don't send meat back to us: we can't accept returns.
        </p>
        <h2>Payment</h2>
        <p>
          Our payment provider handles your card, and we never see its number. The provider and we keep the
          records the law requires: what you bought, when, and what you paid.
        </p>
        <h2>Talk to a person</h2>
        <p>
          Email <a href={`mailto:${store.email}`}>{store.email}</a> or call <Phone number={store.phone} />.
          Either way, you'll reach someone who can help.
        </p>
        <p>This is version {TERMS_VERSION} of our terms.</p>
        <p>
          <a href={paths.shop()}>Back to the shop</a>
        </p>
      </div>
    </article>
  )
}

const Ordering = ({ terms }: { terms: OrderTerms }) => (
  <>
    <h2>Ordering and prices</h2>
    <p>
      Your order is placed once you've paid and we've confirmed it. Until then neither of us is committed, and
      items in your box may sell out.
      {terms.minimumCents > 0 && ` The minimum order is ${formatCents(terms.minimumCents)} of goods.`}
    </p>
    <p>
      Prices are in US dollars, for the whole pack. The checkout shows the goods, delivery and any tax before
      you pay, and that total is what you pay. Standard delivery is free on {ordersFrom(terms.freeFromCents)},
      but an expedited day always costs extra.
    </p>
  </>
)

const Delivery = () => (
  <>
    <h2>Delivery and changes</h2>
    <p>
      You choose a day from the calendar for your address. Boxes ship frozen, with dry ice. You don't have to
      be home, but please bring the box in the same day.
    </p>
    <p>
      You can change, move or cancel your order on its page until we start packing it. The checkout and your
      receipt show that cut-off; after that, the box is on its way.
    </p>
    <p>
      Snow, heat or a truck may cause a delay. If we can't deliver on your day, we'll email you and find
      another one, or refund what you paid.
    </p>
  </>
)

const Recurring = ({ terms }: { terms: OrderTerms }) => (
  <>
    <h2>Recurring boxes</h2>
    <p>
      A box repeats only if you chose that at checkout, as often as you chose there: every 2, 4, 6 or 8 weeks,
      until you cancel. We keep a word-for-word record of what you agreed to. While you have one, standard
      delivery of all your boxes is free on {ordersFrom(terms.memberFreeFromCents)}.
    </p>
    <p>
      You pay for the first box at checkout. We charge each later box to the same card at that day's prices,
      two days before it arrives, or at its cut-off if that's earlier. We'll email you the amount five and two
      days before; until the charge you can change, skip or cancel the box.
    </p>
  </>
)
