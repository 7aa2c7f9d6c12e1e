import { paths } from '#src/paths.ts'
import { NarrowPage } from '../shared/narrow-page.tsx'

/** Emails ask for a review, and their links stay after a refund. */
export const RefundedCutPage = ({ name }: { name: string }) => (
  <NarrowPage title="There's nothing to review here">
    <p>We refunded your order with {name}, so it isn't in your passport, and you can't rate or review it.</p>
    <p>
      <a class="button" href={paths.passport()}>
        Go to your passport
      </a>{' '}
      <a class="button button--quiet" href={paths.orders()}>
        See your orders
      </a>
    </p>
  </NarrowPage>
)
