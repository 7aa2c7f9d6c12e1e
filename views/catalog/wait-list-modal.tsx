import type { Product, ProductOffer } from '#src/catalog/products.ts'
import { paths } from '#src/paths.ts'
import { ModalContents } from '../page/modal.tsx'
import { AskForm } from '../shared/ask-form.tsx'
import { EmailField } from '../shared/email-field.tsx'

type WaitListProps = {
  product: Product
  offer: ProductOffer
  /** Of whoever is signed in, else ''. */
  email: string
}

/** The wait list's question over the page that is open; its plain page says more. */
export function WaitListModal({ product: { variety, farm }, offer, email }: WaitListProps) {
  const isBack = offer.stock.kind !== 'sold_out'
  const title = `${variety.name}, ${offer.label}, ${isBack ? 'can be had again' : 'is sold out'}`
  return (
    <ModalContents name="wait_list" title={title}>
      {isBack ? (
        <>
          <p class="ask__words">It is on the shelf, so there is no need to wait.</p>
          <a class="button" href={paths.product(variety.slug)}>
            See {variety.name}
          </a>
        </>
      ) : (
        <>
          <p class="ask__words">
            {farm.name} brings more as the season allows. One mail, when it is back; nothing else comes of it.
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
