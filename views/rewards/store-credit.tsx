import { formatCents } from '#src/money.ts'
import type { StoreCredit } from '#src/pricing/store-credit.ts'

export const StoreCreditPart = ({ credits }: { credits: StoreCredit[] }) =>
  credits.length === 0 ? null : (
    <section class="wallet__part" aria-labelledby="store_credit">
      <h2 class="wallet__title" id="store_credit">
        Store credit
      </h2>
      <p>Enter the code at checkout. What you don't use stays on it, and it never expires.</p>
      <ul class="wallet__credits">
        {credits.map(({ code, leftCents, givenCents, identifier }) => (
          <li>
            <b>{formatCents(leftCents)}</b> left of {formatCents(givenCents)}, for order {identifier}:{' '}
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
