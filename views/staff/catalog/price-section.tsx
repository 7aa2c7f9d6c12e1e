import type { PriceChange } from '#db/schema/index.ts'
import { shownPrice } from '#src/catalog/price-rules.ts'
import type { Instant } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents, plainDollars } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { OpenProposal } from '#src/staff/catalog/coming-prices.ts'
import type { ListedOffer } from '#src/staff/catalog/offer-list.ts'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { formatMoment, zoneName } from '../../shared/local-time.ts'

type PriceFormProps = {
  offer: ListedOffer
  typed: Record<string, unknown>
  problem: { field: string; message: string } | undefined
  now: Instant
}

export const PriceForm = ({ offer, typed, problem, now }: PriceFormProps) => {
  const seen = shownPrice(offer)
  const errorAt = (field: string) => (problem?.field === field ? { error: problem.message } : {})
  const text = (name: string, otherwise = '') => (typeof typed[name] === 'string' ? typed[name] : otherwise)
  return (
    <Form action={paths.staffOffer(offer.token)} method="post" class="edit-form">
      <input type="hidden" name="seen_cents" value={String(seen)} />
      <Field
        id="price"
        name="price"
        label={offer.poundCents === null ? 'Price in dollars' : 'Dollars per pound'}
        inputmode="decimal"
        value={text('price', plainDollars(seen))}
        required
        {...errorAt('price_cents')}
      />
      <Field
        id="starts_at"
        name="starts_at"
        label="Starts"
        type="datetime-local"
        hint={`Leave empty to start now. In the shop's time zone, ${zoneName(now, SHOP_ZONE)}.`}
        value={text('starts_at')}
        {...errorAt('starts_at')}
      />
      <Field
        id="reason"
        name="reason"
        label="Why"
        maxlength={200}
        value={text('reason')}
        required
        {...errorAt('reason')}
      />
      {problem?.field === 'confirmed' && (
        <label class="tick">
          <input type="checkbox" name="confirmed" value="1" />
          Yes, ${text('price')} is right
        </label>
      )}
      <button type="submit" class="button">
        Change the price
      </button>
    </Form>
  )
}

export const ComingPrices = ({ prices }: { prices: PriceChange[] }) =>
  prices.length > 0 && (
    <ul class="coming-prices">
      {prices.map((change) => (
        <li class="coming-prices__item">
          <p>
            <b>{priceOf(change)}</b> from {formatMoment(change.startsAt, SHOP_ZONE)}
            <span class="coming-prices__reason">{change.reason}</span>
          </p>
          <WithdrawForm changeId={change.id} />
        </li>
      ))}
    </ul>
  )

export const priceOf = ({ priceCents, isPerPound }: Pick<PriceChange, 'priceCents' | 'isPerPound'>) =>
  `${formatCents(priceCents)}${isPerPound ? '/lb' : ''}`

export const WithdrawForm = ({ changeId }: { changeId: number }) => (
  <Form action={paths.withdrawPrice(changeId)} method="post">
    <button type="submit" class="button button--small button--quiet">
      Withdraw
    </button>
  </Form>
)

const seenOf = ({ current_cents, current_pound_cents }: OpenProposal) =>
  shownPrice({ priceCents: current_cents, poundCents: current_pound_cents })

export const ProposalForms = ({ proposal, isFar }: { proposal: OpenProposal; isFar: boolean }) => (
  <div class="proposal">
    <p>
      {proposal.farm} asks for{' '}
      <b>{priceOf({ priceCents: proposal.price_cents, isPerPound: proposal.per_pound })}</b>:{' '}
      {proposal.reason}
    </p>
    <Form action={paths.acceptPrice(proposal.id)} method="post" class="proposal__form">
      <input type="hidden" name="seen_cents" value={String(seenOf(proposal))} />
      {isFar && (
        <label class="tick">
          <input type="checkbox" name="confirmed" value="1" required />
          Yes, even though it's at least a hundred times higher or lower
        </label>
      )}
      <button type="submit" class="button button--small">
        Accept
      </button>
    </Form>
    <Form action={paths.refusePrice(proposal.id)} method="post" class="proposal__form">
      <button type="submit" class="button button--small button--quiet">
        Refuse
      </button>
    </Form>
  </div>
)
