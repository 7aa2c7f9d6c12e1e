import { formatDay } from '#src/day.ts'
import type { UpgradeFacts } from '#src/membership/upgrade-facts.ts'
import { formatCents } from '#src/money.ts'
import type { Reader } from '#src/orders/order-reader.ts'
import { DEFAULT_RENEW_PERIOD, FREQUENCIES, type RenewPeriod } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import { chosenCardName } from '#src/payments/card-name.ts'
import { GiftChoices } from '../rewards/gift-choice.tsx'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { UpgradeAccount } from './upgrade-account.tsx'

export type UpgradePageProps = UpgradeFacts & {
  reader: 'owner' | Reader
  /** For a guest, who signs in and comes back. */
  receiptKey: string | null
  problem?: string | undefined
  period?: RenewPeriod | undefined
  newCardPath?: string
}

/** Everything that is agreed to stands before the card and the box to check. */
export const UpgradePage = (props: UpgradePageProps) => {
  const { order, items, priceCents, reader, receiptKey, problem } = props
  return (
    <article class="membership upgrade">
      <p class="trail">
        <a class="nowrap" href={paths.order(order.token, { key: receiptKey })}>
          Order {order.identifier}
        </a>
      </p>
      <header class="upgrade__head">
        <h1 class="page-head__title">Get a box like this again and again</h1>
        <p>{items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</p>
        <p class="upgrade__price">
          <b>{formatCents(priceCents)}</b> a box for members at today's prices, with delivery and tax.
          {order.paidCents !== priceCents && ` You paid ${formatCents(order.paidCents)} for this one.`}
        </p>
        <ul class="upgrade__promises">
          <li>Nothing is charged today.</li>
          <li>We email you the total 5 and 2 days before each charge, and never charge more than that.</li>
          <li>Skip, move, change or cancel any box on one page, until it locks.</li>
        </ul>
      </header>
      {problem && <Alert>{problem}</Alert>}
      {reader === 'owner' ? (
        <UpgradeForm {...props} />
      ) : (
        <UpgradeAccount token={order.token} reader={reader} receiptKey={receiptKey} />
      )}
    </article>
  )
}

const UpgradeForm = (props: UpgradePageProps) => (
  <Form action={paths.upgradeOrder(props.order.token)} method="post" class="upgrade__form">
    <input type="hidden" name="price_cents" value={String(props.priceCents)} />
    <Frequencies {...props} />
    <FreeItem {...props} />
    <Cards {...props} />
    {props.cards.length > 0 && <Consent {...props} />}
  </Form>
)

const Frequencies = ({ first, period = DEFAULT_RENEW_PERIOD, zone }: UpgradePageProps) => (
  <fieldset class="membership__card">
    <legend class="choices__legend">How often</legend>
    {first.map((box) => (
      <label class="membership__option membership__option--stacked">
        <input type="radio" name="renew_period_type" value={box.period} checked={box.period === period} />
        <b>{FREQUENCIES[box.period].replace(/^e/, 'E')}</b>
        <span>
          First on {formatDay(box.arrivalOn, 'long')}. Charged {formatMoment(box.chargeAt, zone)}; change it
          until {formatMoment(box.lockAt, zone)}.
        </span>
      </label>
    ))}
  </fieldset>
)

const FreeItem = ({ freeItems }: UpgradePageProps) =>
  freeItems.length > 0 && (
    <div class="membership__card">
      <p>Every box brings one of these for free. You can change it later.</p>
      <GiftChoices id="upgrade" gifts={freeItems} name="promotion_id" />
    </div>
  )

const Cards = ({ cards, cardId, newCardPath = '' }: UpgradePageProps) => (
  <fieldset class="membership__card">
    <legend class="choices__legend">Card for later boxes</legend>
    {cards.length === 0 && <p>We didn't keep the card you paid with, so please add one first.</p>}
    {cards.map((card) => (
      <label class="membership__option">
        <input type="radio" name="card_id" value={String(card.id)} checked={card.id === cardId} />
        <b>{chosenCardName(card)}</b>
      </label>
    ))}
    <p>
      {/* A full page load, because the provider's script loads with the page. */}
      <a class={cards.length === 0 ? 'button' : undefined} href={newCardPath} data-turbo="false">
        {cards.length === 0 ? 'Add a card' : 'Use another card'}
      </a>
    </p>
  </fieldset>
)

const Consent = ({ consentText }: UpgradePageProps) => (
  <div class="membership__card">
    <label class="tick">
      <input
        type="checkbox"
        name="agreed"
        value="true"
        required
        autocomplete="off"
        aria-describedby="upgrade_words"
      />
      <span>Make it a recurring box</span>
    </label>
    <p class="recurring-option__words" id="upgrade_words">
      {consentText} <a href={paths.terms()}>Terms of service</a>
    </p>
    <button type="submit" class="button">
      Start my membership
    </button>
  </div>
)
