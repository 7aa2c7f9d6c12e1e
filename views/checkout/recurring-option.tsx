import {
  DEFAULT_RENEW_PERIOD,
  FREQUENCIES,
  RENEW_PERIODS,
  type RenewPeriod,
} from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'

export type RecurringOptionProps = {
  orderToken: string
  recurring: boolean
  period: RenewPeriod | null
  /** What the shopper agrees to by checking the box; stored word for word. */
  consentText: string
  returnTo: string
}

/** With scripts, a change is sent at once; without, by the button. */
export const RecurringOption = ({
  orderToken,
  recurring,
  period,
  consentText,
  returnTo,
}: RecurringOptionProps) => (
  <section
    class="recurring-option"
    id="recurring_option"
    aria-labelledby="recurring_option_title"
    data-controller="recurring-option"
    data-recurring-option-summary-value={paths.checkoutSummary({ order_token: orderToken })}
    data-action="frequency-read@document->recurring-option#show"
  >
    <h2 class="visually-hidden" id="recurring_option_title">
      One-time or recurring box
    </h2>
    <details class="checkout-fold">
      <summary class="checkout-fold__line">
        <Icon name="again" />
        <span>Recurring box</span>
        <b class="recurring-option__no">No</b>
        <b class="recurring-option__yes">Yes</b>
        <Icon name="down" />
      </summary>
      <Form
        action={paths.recurring()}
        method="post"
        class="recurring-option__form"
        data-turbo="false"
        data-recurring-option-target="form"
        data-action="change->recurring-option#choose submit->recurring-option#choose"
      >
        <input type="hidden" name="order_token" value={orderToken} />
        <input type="hidden" name="return_to" value={returnTo} />
        <label class="tick">
          <input
            type="checkbox"
            name="recurring"
            value="true"
            checked={recurring}
            autocomplete="off"
            aria-describedby="recurring_option_words"
            data-recurring-option-target="tick"
          />
          <span>Make it a recurring box</span>
        </label>
        <p class="recurring-option__words" id="recurring_option_words">
          {consentText} <a href={paths.terms()}>Terms of service</a>
        </p>
        <div class="recurring-option__rhythm">
          <label class="field__label" for="recurring_option_period">
            How often
          </label>
          <select
            class="field__input"
            id="recurring_option_period"
            name="renew_period_type"
            autocomplete="off"
            data-recurring-option-target="period"
          >
            {RENEW_PERIODS.map((name) => (
              <option value={name} selected={name === (period ?? DEFAULT_RENEW_PERIOD)}>
                {capitalize(FREQUENCIES[name])}
              </option>
            ))}
          </select>
        </div>
        <p class="recurring-option__told" role="status" data-recurring-option-target="told" />
        <button type="submit" class="button button--quiet recurring-option__save">
          Save
        </button>
      </Form>
    </details>
  </section>
)

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
