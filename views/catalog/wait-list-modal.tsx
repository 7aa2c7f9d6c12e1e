import type { Product, ProductOffer } from '#src/catalog/products.ts'
import { paths } from '#src/paths.ts'
import { ModalContents } from '../page/modal.tsx'
import { AskForm } from '../shared/ask-form.tsx'
import { EmailField } from '../shared/email-field.tsx'

type WaitListProps = {
  product: Product
  offer: ProductOffer
  email: string
}

export function WaitListModal({ product: { variety, farm }, offer, email }: WaitListProps) {
  const isBack = offer.stock.kind !== 'sold_out'
  const title = `${variety.name}, ${offer.label}, ${isBack ? 'is back in stock' : 'is sold out'}`
  return (
    <ModalContents name="wait_list" title={title}>
      {isBack ? (
        <>
          <p class="ask__words">Good news: you can order it now.</p>
          <a class="button" href={paths.product(variety.slug)}>
            See {variety.name}
          </a>
        </>
      ) : (
        <>
          <p class="ask__words">
            {farm.name} will have more as the season allows. We'll email you once, when it's back. No
            marketing.
          </p>
          <AskForm
            action={paths.waitList()}
            button="Tell me when it's back"
            failure="Unable to register this email"
            tall
          >
            <input type="hidden" name="campaign_type" value="sold_out" />
            <input type="hidden" name="bid_item_token" value={offer.token} />
            <EmailField id="modal_wait_list_email" value={email} />
          </AskForm>
        </>
      )}
    </ModalContents>
  )
}
