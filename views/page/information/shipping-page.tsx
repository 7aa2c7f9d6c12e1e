import type { ShippingRateRow } from '#src/delivery/shipping-rates.ts'
import { formatCents } from '#src/money.ts'
import { CLAIM_DAYS } from '#src/orders/rules.ts'
import { paths } from '#src/paths.ts'
import { ordersFrom } from '#src/pricing/sentences.ts'
import { usePage } from '../../shared/page-facts.ts'
import { Written } from '../../shared/written.tsx'
import { InformationPage } from './information-page.tsx'

export function ShippingPage({ rates }: { rates: ShippingRateRow[] }) {
  const { store, written } = usePage()
  const { terms } = store
  return (
    <InformationPage
      title="Delivery and our guarantee"
      intro={`What delivery costs, how your box travels, and what we do if something isn't right.`}
    >
      <h2 id="cost">What delivery costs</h2>
      <p>
        It depends on how many days your box travels. Standard delivery is free on{' '}
        {ordersFrom(terms.freeFromCents)}
        {terms.freeFromCents > 0 && `, and for members on ${ordersFrom(terms.memberFreeFromCents)}`}. Enter
        your ZIP code at the top of any page to see your price.
      </p>
      <Rates rates={rates} />
      <h2 id="where">Where we deliver</h2>
      <p>
        To street addresses, but not to PO boxes. Your ZIP code tells you at once whether we come to you.
        Boxes are left at your door, so you don't need to be home.
      </p>
      <h2 id="travel">How it travels</h2>
      <p>
        Frozen, in an insulated box with dry ice for the days on the road. Bring it in the same day and put
        the packs in the freezer. Don't touch the dry ice: leave the open box in an airy spot, and it's gone
        by morning.
      </p>
      <h2 id="weather">If weather is in the way</h2>
      <p>
        When heat or snow would harm your box, we hold it, email you and offer another day. You can choose a
        different one, or cancel for a full refund.
      </p>
      <Written text={written.pages.shipping} />
      <Guarantee />
    </InformationPage>
  )
}

const Rates = ({ rates }: { rates: ShippingRateRow[] }) => (
  <table>
    <caption>Delivery by days on the road</caption>
    <thead>
      <tr>
        <th scope="col">Days on the road</th>
        <th scope="col">Standard</th>
        <th scope="col">A faster day adds</th>
      </tr>
    </thead>
    <tbody>
      {rates.map(({ transitDays, standardCents, expeditedCents }) => (
        <tr>
          <th scope="row">{transitDays === 1 ? '1 day' : `${transitDays} days`}</th>
          <td data-label="Standard">{formatCents(standardCents)}</td>
          <td data-label="A faster day adds">{formatCents(expeditedCents)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Guarantee() {
  const { store } = usePage()
  return (
    <>
      <h2 id="guarantee">Our guarantee</h2>
      <p>
        Everything arrives frozen, undamaged and as you ordered it. If not, tell us within {CLAIM_DAYS} days
        of delivery on your order's page, with a photo if you have one. A person looks at it and gives you
        your money back, store credit, or the same items again. Please don't send meat back: we can't accept
        returns.
      </p>
      <p>
        Something else is wrong? <a href={paths.contact()}>Contact us</a> at {store.email}, and we'll find a
        way.
      </p>
    </>
  )
}
