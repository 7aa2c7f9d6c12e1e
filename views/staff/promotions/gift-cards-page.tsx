import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { GiftCardList } from '#src/staff/promotions/lists.ts'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { shortMoment } from '../../shared/local-time.ts'
import { OlderLink } from './older-link.tsx'
import { typedText } from './promotion-words.ts'
import { PromotionTabs } from './tabs.tsx'

type GiftCardsPageProps = {
  list: GiftCardList
  press: string
  shown: { message?: string; code?: string; cents?: number }
  typed: Record<string, unknown>
}

export const GiftCardsPage = ({ list, press, shown, typed }: GiftCardsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Gift cards</h1>
      <p class="desk__intro">Staff see a full code only once, when they issue it.</p>
    </header>
    <PromotionTabs current="gift_cards" />
    {shown.code && (
      <section class="desk-panel" role="status">
        <h2 class="desk-panel__title">A gift card of {formatCents(shown.cents ?? 0)} is ready</h2>
        <p class="issued-code">{shown.code}</p>
        <p class="desk-panel__note">
          Please copy it now. We won't show it again, and reloading doesn't issue another.
        </p>
      </section>
    )}
    {list.items.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No gift cards yet</h2>
      </section>
    ) : (
      <CardTable list={list} />
    )}
    <OlderLink href={list.next === null ? null : paths.staffGiftCards({ before: String(list.next) })} />
    <section class="desk-panel" aria-labelledby="issue_title">
      <h2 class="desk-panel__title" id="issue_title">
        Issue a gift card
      </h2>
      {shown.message && <Alert takesFocus>{shown.message}</Alert>}
      {/* Turbo expects a redirect after a form, and the code must not be stored for the next page. */}
      <Form action={paths.staffGiftCards()} method="post" class="edit-form" data-turbo="false">
        <input type="hidden" name="press" value={press} />
        <Field
          id="amount"
          name="amount"
          label="Dollars"
          inputmode="decimal"
          required
          value={typedText(typed, 'amount')}
        />
        <Field
          id="reason"
          name="reason"
          label="Why"
          maxlength={200}
          required
          value={typedText(typed, 'reason')}
        />
        <p class="edit-form__end">
          <button type="submit" class="button">
            Issue it
          </button>
        </p>
      </Form>
    </section>
  </>
)

const CAUSES: Record<string, string> = {
  issued: 'Issued',
  claim: 'For a claim',
  referral: 'Referral',
  bought: 'Bought',
}

const CardTable = ({ list }: { list: GiftCardList }) => (
  <section class="sheet" tabindex={0} aria-label="Gift cards">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Code ends in</th>
          <th scope="col">From</th>
          <th scope="col">Made</th>
          <th scope="col" class="sheet__figure">
            Worth
          </th>
          <th scope="col" class="sheet__figure">
            Left
          </th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {list.items.map((card) => (
          <tr>
            <th scope="row" class="sheet__code">
              {card.codeEnd ? `••••${card.codeEnd}` : `Card ${card.id}`}
            </th>
            <td data-label="From">{CAUSES[card.cause] ?? card.cause}</td>
            <td data-label="Made">{shortMoment(card.createdAt, SHOP_ZONE)}</td>
            <td data-label="Worth" class="sheet__figure">
              {formatCents(card.initialCents)}
            </td>
            <td data-label="Left" class="sheet__figure">
              {formatCents(card.balanceCents)}
            </td>
            <td data-label="State">
              {card.codeEnd ? <FreezeForm card={card} /> : card.frozenAt === null ? 'Active' : 'On hold'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const FreezeForm = ({ card }: { card: GiftCardList['items'][number] }) => (
  <Form action={paths.freezeGiftCard(card.id)} method="post">
    <input type="hidden" name="frozen" value={card.frozenAt === null ? 'yes' : 'no'} />
    <button type="submit" class="button button--small button--quiet">
      {card.frozenAt === null ? 'Stop' : 'Resume'}
      <span class="visually-hidden"> the card that ends in {card.codeEnd}</span>
    </button>
  </Form>
)
