import type { ConsentWay } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { cardName } from '#src/payments/card-name.ts'
import { MAX_CONSENT_LENGTH } from '#src/staff/drafts/rules.ts'
import { Fold } from '../../shared/fold.tsx'
import { Form } from '../../shared/form.tsx'
import { formatMoment } from '../../shared/local-time.ts'
import { TextArea } from '../../shared/text-area.tsx'
import type { DraftPageProps } from './draft-page.tsx'

const WAY_WORDS: Record<ConsentWay, string> = { phone: 'By phone', email: 'By email', in_person: 'In person' }

export const DraftPaying = (props: DraftPageProps) => (
  <section class="staff-order__part" aria-labelledby="draft_paying">
    <h2 class="staff-order__title" id="draft_paying">
      How it is paid
    </h2>
    <Link {...props} />
    {props.facts.cards.length > 0 ? (
      <Charge {...props} />
    ) : (
      <p>We keep no card of this customer, so they pay by the link.</p>
    )}
    <Given {...props} />
    {!props.facts.corporateGift && (
      <>
        <ManyAddresses {...props} />
        <Drop {...props} />
      </>
    )}
  </section>
)

const Drop = ({ facts: { order } }: DraftPageProps) => (
  <Fold title="Drop this draft">
    <Form action={paths.dropDraft(order.token)} method="post" class="staff-order__form">
      <input type="hidden" name="version" value={order.version} />
      <p>Its link stops working. You can’t undo this.</p>
      <button type="submit" class="button button--small button--danger">
        Drop it
      </button>
    </Form>
  </Fold>
)

const ManyAddresses = ({ facts: { order } }: DraftPageProps) => (
  <Fold title="Send this box to many addresses">
    <Form action={paths.beginCorporateGift(order.token)} method="post" class="staff-order__form">
      <input type="hidden" name="version" value={order.version} />
      <p>
        A company pays once, and each of its addresses gets this box. The draft can’t be changed after that;
        its day is for lines that name none.
      </p>
      <button type="submit" class="button button--small">
        Add the addresses
      </button>
    </Form>
  </Fold>
)

const Link = ({ facts: { order, draft, isLinkLive, corporateGift }, press }: DraftPageProps) => (
  <>
    {draft.linkEndsAt !== null && (
      <p>
        {isLinkLive ? 'The link works until ' : 'The link ended '}
        {formatMoment(draft.linkEndsAt, SHOP_ZONE)}.
      </p>
    )}
    <div class="staff-order__ways">
      <Form action={paths.sendDraft(order.token)} method="post">
        <input type="hidden" name="version" value={order.version} />
        <input type="hidden" name="press" value={press} />
        <button type="submit" class="button">
          {draft.mailedAt === null ? 'Send a link to pay' : 'Send the link again'}
        </button>
      </Form>
      {draft.linkEndsAt !== null && !corporateGift && (
        <Form action={paths.revokeDraft(order.token)} method="post">
          <input type="hidden" name="version" value={order.version} />
          <button type="submit" class="button button--quiet">
            Take the link back
          </button>
        </Form>
      )}
    </div>
    <p>
      It goes to {order.email}.
      {corporateGift && (
        <>
          {' '}
          To take it back, open the <a href={paths.corporateGift(corporateGift.token)}>corporate gift</a>.
        </>
      )}
    </p>
  </>
)

function Charge({ facts: { order, cards, totals, problem: missing }, problem, typed }: DraftPageProps) {
  const isRefused = problem?.form === 'charge'
  const words = isRefused && typeof typed.consent_words === 'string' ? typed.consent_words : ''
  return (
    <Fold title="Charge the kept card" isOpen={isRefused}>
      <Form action={paths.chargeDraft(order.token)} method="post" class="staff-order__form">
        {missing && <p>Not yet: {missing}</p>}
        <input type="hidden" name="version" value={order.version} />
        <input type="hidden" name="total_cents" value={totals.totalCents} />
        <label class="field__label" for="charge_card">
          Card
        </label>
        <select id="charge_card" name="card_id" class="field__input">
          {cards.map((card) => (
            <option value={card.id}>
              {card.brand && card.last4 ? cardName({ brand: card.brand, last4: card.last4 }) : 'Card'}
            </option>
          ))}
        </select>
        <label class="field__label" for="consent_way">
          How they agreed
        </label>
        <select id="consent_way" name="consent_way" class="field__input">
          {Object.entries(WAY_WORDS).map(([way, words]) => (
            <option value={way} selected={isRefused && typed.consent_way === way}>
              {words}
            </option>
          ))}
        </select>
        <TextArea
          id="consent_words"
          name="consent_words"
          label="What they said or wrote"
          value={words}
          maxlength={MAX_CONSENT_LENGTH}
          rows={2}
          required
        />
        <label class="tick">
          <input type="checkbox" name="consent" value="1" required />
          <span>
            The customer agreed to pay {formatCents(totals.totalCents)} on this card, and to our terms of
            service
          </span>
        </label>
        <button type="submit" class="button button--small">
          Charge {formatCents(totals.totalCents)}
        </button>
      </Form>
    </Fold>
  )
}

const Given = ({ facts: { draft, consentBy } }: DraftPageProps) =>
  draft.consentAt === null || draft.consentWay === null ? null : (
    <p>
      The customer agreed to {formatCents(draft.consentCents ?? 0)}{' '}
      {WAY_WORDS[draft.consentWay].toLowerCase()} on {formatMoment(draft.consentAt, SHOP_ZONE)}
      {consentBy && `, to ${consentBy}`}
      {draft.consentWords && `: “${draft.consentWords}”`}
    </p>
  )
