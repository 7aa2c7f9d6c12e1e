import type { MembershipFacts } from '#src/membership/facts.ts'
import { formatCents } from '#src/money.ts'
import { FREQUENCIES } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import { cardName } from '#src/payments/card-name.ts'

import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { TextArea } from '../shared/text-area.tsx'

const STATES = { active: 'Active', paused: 'Paused', canceled: 'Canceled' } as const

export const MembershipSection = (facts: MembershipFacts) => {
  const { membership, items, firstOrder } = facts
  const id = `membership_${membership.token}`
  return (
    <section class="membership" aria-labelledby={id}>
      <h2 id={id}>A box {FREQUENCIES[membership.renewPeriodType]}</h2>
      <p>
        <b>{STATES[membership.state]}.</b> {stateSentence(facts)}
      </p>
      <p>
        It began with <a href={paths.order(firstOrder.token)}>order {firstOrder.identifier}</a>:{' '}
        {items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}.
      </p>
      <Agreed {...facts} />
      {membership.state !== 'canceled' && <Ways {...facts} />}
    </section>
  )
}

function stateSentence({ membership, card, zone }: MembershipFacts): string {
  if (membership.state === 'paused') return 'No boxes, no charges and no member prices until you resume.'
  if (membership.canceledAt !== null)
    return `You canceled on ${formatMoment(membership.canceledAt, zone)}. No more boxes are sent or charged.`
  const charged = card ? ` Boxes are charged to your ${cardName(card)}.` : ''
  return `Member prices apply to every order. We email you the amount before we charge for a box.${charged}`
}

const Agreed = ({ agreement, zone }: MembershipFacts) =>
  agreement && (
    <div class="agreement">
      <h3>What I agreed to</h3>
      <blockquote class="agreement__words">{agreement.words}</blockquote>
      <p>
        You agreed on {formatMoment(agreement.givenAt, zone)}, when your box was{' '}
        {formatCents(agreement.priceCents)}.
      </p>
    </div>
  )

const Ways = ({ membership }: MembershipFacts) => (
  <div class="membership__ways">
    {membership.state === 'active' ? (
      <Form action={paths.pauseMembership(membership.token)} method="post">
        <h3>Take a break</h3>
        <p>No boxes, no charges and no member prices until you're back.</p>
        <button type="submit" class="button button--quiet">
          Pause membership
        </button>
      </Form>
    ) : (
      <Form action={paths.resumeMembership(membership.token)} method="post">
        <h3>Come back</h3>
        <p>Your member prices start again right away.</p>
        <button type="submit" class="button">
          Resume membership
        </button>
      </Form>
    )}
    <Form action={paths.cancelMembership(membership.token)} method="post">
      <h3>Cancel the membership</h3>
      <p>It ends right away. Boxes you've paid for still come.</p>
      <details class="membership__why">
        <summary>Cancel…</summary>
        <TextArea
          id={`cancel_reason_${membership.token}`}
          name="reason"
          label="Why are you leaving? (optional)"
          value=""
          rows={3}
          maxlength={500}
        />
        <button type="submit" class="button">
          Cancel membership
        </button>
      </details>
    </Form>
  </div>
)
