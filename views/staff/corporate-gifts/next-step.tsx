import { formatCents } from '#src/money.ts'
import { isCanceled } from '#src/orders/states.ts'
import { paths } from '#src/paths.ts'
import type { GiftFacts } from '#src/staff/corporate-gifts/facts.ts'
import { Fold } from '../../shared/fold.tsx'
import { Form } from '../../shared/form.tsx'
import type { CorporateGiftPageProps } from './corporate-gift-page.tsx'

/** What staff do next with a gift, by its state. */
export const NextStep = (props: CorporateGiftPageProps) => {
  switch (props.facts.gift.state) {
    case 'open':
      return <Quote {...props} />
    case 'quoted':
      return <Quoted {...props} />
    case 'paid':
      return <Paid {...props} />
  }
}

const Quote = ({ facts: { gift, counts, quotedCents, pattern } }: CorporateGiftPageProps) => {
  if (counts.checking > 0)
    return (
      <p>
        {counts.checking} still to check. <a href={paths.corporateGift(gift.token)}>Look again</a>
      </p>
    )
  if (counts.ready === 0) return <p>Add the addresses first.</p>
  return (
    <Form action={paths.quoteGift(gift.token)} method="post" class="staff-order__form">
      <p>
        <b>
          {boxesWords(counts.ready)}, {formatCents(quotedCents)}
        </b>{' '}
        with delivery and tax.
        {counts.refused > 0 &&
          ` ${counts.refused === 1 ? '1 line can’t be sent and isn’t' : `${counts.refused} lines can’t be sent and aren’t`} paid for.`}
      </p>
      <input type="hidden" name="seen_cents" value={quotedCents} />
      <button type="submit" class="button">
        Send a link to pay
      </button>
      <p>
        It goes to {pattern?.email}. Nothing is reserved before it’s paid, and the link ends when the first
        box can no longer make its day.
      </p>
    </Form>
  )
}

const boxesWords = (count: number) => (count === 1 ? '1 box' : `${count} boxes`)

const Quoted = ({ facts: { gift, payer, quotedCents, counts } }: CorporateGiftPageProps) => (
  <>
    <p>
      <b>
        {boxesWords(counts.ready)}, {formatCents(quotedCents)}
      </b>
      {payer && (
        <>
          , {payer.placedAt ? 'paid with' : 'to be paid as'} <a href={payerPage(payer)}>{payer.identifier}</a>
        </>
      )}
      .
    </p>
    {payer && isCanceled(payer.state) && <p>Its payment was refunded before any box was placed.</p>}
    {payer?.placedAt && !isCanceled(payer.state) ? (
      <p>It’s paid. The boxes are placed in a moment, unless the payment is being looked into.</p>
    ) : (
      <Fold title="Take the quote back">
        <Form action={paths.takeQuoteBack(gift.token)} method="post" class="staff-order__form">
          <p>Its link stops working, and you can change the addresses.</p>
          <button type="submit" class="button button--small button--danger">
            Take it back
          </button>
        </Form>
      </Fold>
    )}
  </>
)

const payerPage = ({ token, placedAt }: NonNullable<GiftFacts['payer']>) =>
  placedAt === null ? paths.staffDraft(token) : paths.staffOrder(token)

const Paid = ({ facts: { gift, payer, counts, restCents } }: CorporateGiftPageProps) => (
  <>
    <p>
      <b>{boxesWords(counts.placed)} placed</b>
      {counts.placing > 0 && `, ${counts.placing} on the way`}
      {counts.failed > 0 && `, ${counts.failed} couldn’t be placed`}
      {payer && (
        <>
          , paid with <a href={payerPage(payer)}>{payer.identifier}</a>
        </>
      )}
      .
    </p>
    {counts.placing > 0 && <a href={paths.corporateGift(gift.token)}>Look again</a>}
    {counts.failed + counts.placing > 0 && (
      <Form action={paths.tryBoxesAgain(gift.token)} method="post" class="staff-order__form">
        <button type="submit" class="button button--small">
          Try again
        </button>
      </Form>
    )}
    {restCents > 0 && counts.placing === 0 && (
      <Form action={paths.returnGiftRest(gift.token)} method="post" class="staff-order__form">
        <p>
          {formatCents(restCents)} is paid that no box needs: of boxes that couldn’t be placed, were canceled
          or cost less.
        </p>
        <input type="hidden" name="seen_cents" value={restCents} />
        <button type="submit" class="button button--small button--quiet">
          Give {formatCents(restCents)} back to the card
        </button>
      </Form>
    )}
  </>
)
