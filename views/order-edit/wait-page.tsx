import { Icon } from '../shared/icon.tsx'

type WaitPageProps = { reloadUrl: string; orderPath: string }

/** While the bank works. The change is made whether or not somebody waits here. */
export const WaitPage = ({ reloadUrl, orderPath }: WaitPageProps) => (
  <section class="payment-wait">
    <div class="payment-wait__mark">
      <Icon name="box" />
    </div>
    <h1 class="payment-wait__title">Your bank is still working on it</h1>
    <p class="payment-wait__words">
      You don't need to wait here or pay again. We'll update your box when the payment arrives, and email you.
    </p>
    <p class="order-edit__ways">
      <a class="button" href={reloadUrl}>
        Check again
      </a>
      <a class="button button--quiet" href={orderPath}>
        Back to the order
      </a>
    </p>
  </section>
)
