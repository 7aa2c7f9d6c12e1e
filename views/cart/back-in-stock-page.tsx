import type { Offer } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'

type BackInStockProps = { offer: Offer; name: string; slug: string; action: string }

export const BackInStockPage = ({ offer, name, slug, action }: BackInStockProps) => (
  <NarrowPage title={`${name} is back`}>
    <p>
      {offer.label} for {formatCents(offer.priceCents)}. We don't hold it for you, so it's first come, first
      served.
    </p>
    <Form action={action} method="post" data-turbo="false">
      <button type="submit" class="button">
        Add it to my box
      </button>
    </Form>
    <p>
      <a href={paths.product(slug)}>Look at it first</a>
    </p>
  </NarrowPage>
)
