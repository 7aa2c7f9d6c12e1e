import type { MembershipFacts } from '#src/membership/facts.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { formatMoment } from '../shared/local-time.ts'

export const Agreed = ({ agreement, firstOrder, zone }: MembershipFacts) =>
  agreement && (
    <div class="agreement agreement--butter">
      <h3>What I agreed to</h3>
      <blockquote class="agreement__words">{agreement.words}</blockquote>
      <p>
        You agreed on {formatMoment(agreement.givenAt, zone)}, when your box was{' '}
        {formatCents(agreement.priceCents)}. It began with{' '}
        <a href={paths.order(firstOrder.token)}>
          order <span class="nowrap">{firstOrder.identifier}</span>
        </a>
        . <a href={paths.agreements()}>Everything I agreed to</a>
      </p>
    </div>
  )
