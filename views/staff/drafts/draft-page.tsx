import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { DraftFacts, FoundOffer } from '#src/staff/drafts/facts.ts'
import type { DraftProblem } from '#src/staff/drafts/page.tsx'
import { OrderSums } from '../../orders/order-sums.tsx'
import { Alert } from '../../shared/alert.tsx'
import { Form } from '../../shared/form.tsx'
import { formatMoment } from '../../shared/local-time.ts'
import { OrderHistory } from '../orders/order-history.tsx'
import { DraftDelivery } from './draft-delivery.tsx'
import { DraftItems } from './draft-items.tsx'
import { DraftPaying } from './draft-paying.tsx'
import { DRAFT_WORDS } from './drafts-page.tsx'

export type DraftPageProps = {
  facts: DraftFacts
  found: FoundOffer[]
  query: string
  /** Names the forms of this page, so that pressing twice is once. */
  press: string
  userId: number
  problem: DraftProblem | null
  /** What a refused form had in its fields. */
  typed: Record<string, unknown>
}

export const DraftPage = (props: DraftPageProps) => {
  const { facts, problem, press } = props
  const { order, draft, state, isOpen, totals } = facts
  const isPayer = facts.corporateGift?.payerId === order.id
  return (
    <article class="staff-order">
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffDrafts()}>Drafts</a>
        </p>
        <h1 class="desk__title">Draft {order.identifier}</h1>
        <p class="desk__intro">
          <b>{DRAFT_WORDS[state]}</b>
          {`, begun ${formatMoment(draft.createdAt, SHOP_ZONE)}`}
          {facts.createdBy && ` by ${facts.createdBy}`}, for {order.deliveryName || order.email}
          {facts.corporateGift && (
            <>
              , part of a <a href={paths.corporateGift(facts.corporateGift.token)}>corporate gift</a>
            </>
          )}
          {state === 'paid' && (
            <>
              . <a href={paths.staffOrder(order.token)}>Open the order</a>
            </>
          )}
        </p>
      </header>
      {problem && <Alert takesFocus>{problem.message}</Alert>}
      {problem?.isStale && <BothVersions {...props} />}
      {isOpen && draft.needsApproval && <Approval {...props} />}
      <div class="staff-order__parts">
        <div
          class="staff-order__main"
          data-controller="save-first"
          data-holds-submits="save-first"
          data-action="submit->save-first#check"
        >
          {!isPayer && <DraftItems {...props} />}
          {isOpen && !isPayer && <DraftDelivery {...props} />}
          {isOpen && <DraftPaying {...props} />}
          <OrderHistory facts={{ order, history: facts.history }} press={press} />
        </div>
        <aside class="staff-order__facts" aria-label="What it costs">
          <OrderSums
            totals={totals}
            totalName={isOpen ? 'To pay' : 'Paid by card'}
            addressKnown={order.deliveryState !== null}
            unknown="Needs an address"
            areForBoxes={isPayer}
          />
          {facts.givenAwayCents > 0 && (
            <p>
              {formatCents(facts.givenAwayCents)} below our prices: {draft.reason}
              {facts.pricedBy && ` (${facts.pricedBy}`}
              {facts.approvedBy && `, approved by ${facts.approvedBy}`}
              {facts.pricedBy && ')'}
            </p>
          )}
          {isOpen && facts.problem && (
            <p>
              <b>Not ready to be paid yet.</b> {facts.problem}
            </p>
          )}
        </aside>
      </div>
    </article>
  )
}

/** A colleague, or the customer at checkout, was faster: what they left, and what this person sent. */
const BothVersions = ({ facts, problem }: DraftPageProps) => {
  const quantities = recordOf(problem?.typed?.quantities)
  const prices = recordOf(problem?.typed?.prices)
  const tokens = new Set([...facts.lines.map(({ token }) => token), ...Object.keys(quantities)])
  if (problem?.form !== 'lines') return null
  return (
    <section class="sheet" tabindex={0} aria-label="Both versions">
      <table class="sheet__table sheet__table--cards">
        <thead>
          <tr>
            <th scope="col">Pack</th>
            <th scope="col">Now</th>
            <th scope="col">You sent</th>
          </tr>
        </thead>
        <tbody>
          {[...tokens].map((token) => {
            const line = facts.lines.find((one) => one.token === token)
            return (
              <tr>
                <th scope="row">{line ? `${line.name}, ${line.label}` : 'Not in the box now'}</th>
                <td data-label="Now">
                  {line ? priceWords(line.quantity, formatCents(line.ownCents ?? line.priceCents)) : 'none'}
                </td>
                <td data-label="You sent">{priceWords(quantities[token] ?? '0', prices[token] ?? '')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

const priceWords = (quantity: number | string, price: string) =>
  price ? `${quantity} at ${price}` : `${quantity}`

export const recordOf = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one === 'string'))
    : {}

const Approval = ({ facts: { order, draft, givenAwayCents, pricedBy }, userId }: DraftPageProps) => (
  <section class="staff-order__waiting" aria-label="Approval">
    <p>
      <b>{formatCents(givenAwayCents)} less than our prices</b>: {draft.reason}
      {pricedBy && ` (${pricedBy})`}. Nobody can pay before a colleague approves it.
    </p>
    <Form action={paths.decideDraft(order.token)} method="post" class="staff-order__ways">
      <input type="hidden" name="version" value={order.version} />
      {draft.pricedById !== userId && (
        <button type="submit" class="button button--small" name="decision" value="approve">
          Approve
        </button>
      )}
      <button type="submit" class="button button--small button--quiet" name="decision" value="refuse">
        Back to our prices
      </button>
    </Form>
  </section>
)
