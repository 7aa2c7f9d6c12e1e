import { Phone } from '../shared/phone.tsx'

type OrderRefusedProps = {
  reason: string
  orderPath: string
  store: { email: string; phone: string }
  /** On a page of its own. A modal has its title already. */
  title?: string
}

export const OrderRefused = ({ reason, orderPath, store, title }: OrderRefusedProps) => (
  <section class="ask">
    {title && <h1 class="ask__title">{title}</h1>}
    <p>{reason}</p>
    <p class="ask__words">
      Email <a href={`mailto:${store.email}`}>{store.email}</a> or call <Phone number={store.phone} />, and
      we'll see what we can do.
    </p>
    <p>
      <a class="button button--quiet" href={orderPath}>
        Back to your order
      </a>
    </p>
  </section>
)
