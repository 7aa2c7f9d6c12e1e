import { MAX_CODE_LENGTH } from '#src/gift-cards/rules.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { StateField } from '../shared/state-field.tsx'
import { TurboFrame } from '../shared/turbo.tsx'

const CODE_INPUT = {
  name: 'code',
  autocomplete: 'off',
  autocapitalize: 'characters',
  spellcheck: 'false',
  maxlength: MAX_CODE_LENGTH,
  required: true,
} as const

type BalanceProps = { balanceCents?: number; problem?: string }

/** The code isn't shown again: whoever uses a shared computer next must not read it. */
export const GiftCardBalancePage = ({ balanceCents, problem }: BalanceProps) => (
  <NarrowPage title="Gift card balance">
    <TurboFrame id="gift_card_balance">
      {balanceCents !== undefined && (
        <p class="narrow-page__result" role="status">
          Your gift card has <b>{formatCents(balanceCents)}</b> left and never expires. Enter its code in your
          box or at checkout to use it.
        </p>
      )}
      <Form action={paths.giftCardBalance()} method="post" class="narrow-page__form">
        <Field
          id="gift_card_code"
          label="Gift card code"
          hint="Spaces, dashes and capitals don't matter."
          error={problem}
          {...CODE_INPUT}
        />
        <p>
          <button type="submit" class="button">
            Check the balance
          </button>
        </p>
      </Form>
    </TurboFrame>
    <details class="cash-out">
      <summary class="cash-out__question">
        Only a little left?
        <Icon name="down" />
      </summary>
      <p>
        Some states let you have a small balance in cash: in California, less than $15.00. Tell us where to
        reach you, and we'll send a check.
      </p>
      <Form action={paths.giftCardCash()} method="post" class="narrow-page__form">
        <Field id="cash_code" label="Code of the card to pay out" {...CODE_INPUT} />
        <EmailField id="cash_email" />
        <StateField id="cash_state" name="state" value="" />
        <p>
          <button type="submit" class="button button--quiet">
            Pay it out
          </button>
        </p>
      </Form>
    </details>
    <p>
      <a href={paths.giftCards()}>Buy a gift card</a>
    </p>
  </NarrowPage>
)
