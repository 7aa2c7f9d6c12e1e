import type { Agreement, AgreementKind } from '#src/agreements/agreements.ts'
import { formatCents } from '#src/money.ts'
import { FREQUENCIES } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import { keptCardName } from '#src/payments/card-name.ts'
import { Pager } from '../catalog/pager.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'

type AgreementsPageProps = { agreements: Agreement[]; page: number; pages: number; zone: string }

export const AgreementsPage = ({ agreements, zone, ...pager }: AgreementsPageProps) => (
  <article class="agreements">
    <p class="trail">
      <a href={paths.account()}>Your account</a>
    </p>
    <h1 class="page-head__title">What I agreed to</h1>
    <p>
      Word for word, with the day. What can be ended ends with one press, and{' '}
      <a href={paths.accountData()}>your data file</a> has all of it.
    </p>
    {agreements.length === 0 && (
      <p>
        Nothing yet. A recurring box, texts, or shipping a box in spite of a weather alert will show here.
      </p>
    )}
    <ul class="agreements__list">
      {agreements.map((agreement) => (
        <AgreementLine agreement={agreement} zone={zone} />
      ))}
    </ul>
    <Pager {...pager} path={paths.agreements()} />
  </article>
)

const TITLES: Record<AgreementKind, string> = {
  recurring: 'Recurring box',
  sms_delivery: 'Delivery texts',
  sms_marketing: 'Marketing texts',
  weather: 'Shipping in spite of the weather',
  terms: 'Terms of service',
}

const ENDS: Record<AgreementKind, string> = {
  recurring: 'Cancel my recurring box',
  sms_delivery: 'Stop these texts',
  sms_marketing: 'Stop these texts',
  weather: 'Wait for the weather instead',
  terms: '',
}

const AgreementLine = ({ agreement, zone }: { agreement: Agreement; zone: string }) => {
  const { kind, words, givenAt, endedAt, recurring, endPath } = agreement
  return (
    <li class={`agreement ${endedAt === null ? 'agreement--butter' : 'agreement--ended'}`}>
      <h2 class="agreement__title">
        {TITLES[kind]}
        {recurring && `, ${FREQUENCIES[recurring.period]}`}
      </h2>
      <blockquote class="agreement__words">{words}</blockquote>
      <p>
        Agreed on {formatMoment(givenAt, zone)} for <GivenTo {...agreement} />
        {recurring && `, when a box was ${formatCents(recurring.priceCents)}`}.
        {recurring && <SoFar {...recurring} isOver={endedAt !== null} />}
      </p>
      {endedAt !== null && (
        <p>
          <b>Ended on {formatMoment(endedAt, zone)}.</b>
        </p>
      )}
      {endPath && (
        <Form action={endPath} method="post">
          <input type="hidden" name="return_to" value={paths.agreements()} />
          <button type="submit" class="button button--quiet">
            {ENDS[kind]}
          </button>
        </Form>
      )}
    </li>
  )
}

const GivenTo = ({ givenTo, orderToken }: Agreement) =>
  orderToken ? <a href={paths.order(orderToken)}>{givenTo}</a> : <span>{givenTo}</span>

const SoFar = ({ card, chargedCents, isOver }: NonNullable<Agreement['recurring']> & { isOver: boolean }) =>
  isOver ? null : (
    <>
      {' '}
      {chargedCents === null
        ? 'No later box has been charged yet.'
        : `Later boxes charged so far, less refunds: ${formatCents(chargedCents)}.${card ? ` The next one is charged to ${keptCardName(card)}.` : ''}`}
    </>
  )
