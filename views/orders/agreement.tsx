import type { RecurringConsent } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { FREQUENCIES } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'

type AgreementProps = {
  agreement: RecurringConsent
  token: string
  /** The receipt link's key proves the buyer, too. */
  receiptKey: string | null
  zone: string
}

export const Agreement = ({ agreement, token, receiptKey, zone }: AgreementProps) => (
  <section class="agreement" id="agreement" aria-labelledby="agreement_title">
    <h2 class="confirmation__subtitle" id="agreement_title">
      Recurring box, {FREQUENCIES[agreement.renewPeriodType]}
    </h2>
    <p>
      You agreed to this on {formatMoment(agreement.givenAt, zone)}, when your box was{' '}
      {formatCents(agreement.priceCents)}:
    </p>
    <blockquote class="agreement__words">{agreement.words}</blockquote>
    {agreement.withdrawnAt === null ? (
      <Form action={paths.endAgreement(token, { key: receiptKey })} method="post">
        <button type="submit" class="button button--quiet">
          Cancel my recurring box
        </button>
      </Form>
    ) : (
      <p>
        <b>You canceled it on {formatMoment(agreement.withdrawnAt, zone)}.</b> We won't send or charge any
        more boxes.
      </p>
    )}
  </section>
)
