import type { CardProblem, TypedCard } from '#src/gift-cards/fields.ts'
import { CARD_AMOUNTS, type CardField, MAX_CARD_CENTS, MIN_CARD_CENTS } from '#src/gift-cards/rules.ts'
import { formatCents, shortCents } from '#src/money.ts'
import { Field } from '../shared/field.tsx'
import { Icon } from '../shared/icon.tsx'

type KeysProps = { typed: TypedCard; problem?: CardProblem }

const METHODS = [
  { value: 'email', icon: 'speech', title: 'Email', words: 'On the day you pick' },
  { value: 'print', icon: 'card', title: 'Print', words: 'You hand it over' },
  { value: 'ship', icon: 'box', title: 'Ship', words: 'On paper, by mail' },
] as const

/** Radio buttons that look like keys: the first two steps of the form. */
export const Methods = ({ typed, problem }: KeysProps) => (
  <fieldset class="gift-form__step" aria-describedby={describedBy(problem, 'delivery_method')}>
    <legend class="gift-form__title">
      <b>1</b> How should it get there?
    </legend>
    <div class="gift-form__keys gift-form__keys--three">
      {METHODS.map(({ value, icon, title, words }) => (
        <label class="gift-key">
          <input
            class="gift-key__input"
            type="radio"
            name="delivery_method"
            value={value}
            checked={typed.delivery_method === value}
            autocomplete="off"
          />
          <Icon name={icon} />
          <b>{title}</b>
          <span class="gift-key__words">{words}</span>
        </label>
      ))}
    </div>
    <Refused problem={problem} field="delivery_method" />
  </fieldset>
)

export const Amounts = ({ typed, problem }: KeysProps) => (
  <fieldset class="gift-form__step" aria-describedby={describedBy(problem, 'amount')}>
    <legend class="gift-form__title">
      <b>2</b> How much?
    </legend>
    <div class="gift-form__keys">
      {CARD_AMOUNTS.map((cents) => (
        <label class="gift-key gift-key--amount">
          <input
            class="gift-key__input"
            type="radio"
            name="amount_cents"
            value={String(cents)}
            checked={typed.other_amount === '' && typed.amount_cents === String(cents)}
            autocomplete="off"
            data-gift-card-form-target="amountKey"
          />
          <b>{shortCents(cents)}</b>
        </label>
      ))}
    </div>
    <Field
      id="gift_other_amount"
      name="other_amount"
      label="Another amount (optional)"
      hint={`In dollars, from ${formatCents(MIN_CARD_CENTS)} to ${formatCents(MAX_CARD_CENTS)}.`}
      inputmode="decimal"
      autocomplete="off"
      maxlength={12}
      data-gift-card-form-target="otherAmount"
      value={typed.other_amount}
      aria-invalid={problem?.field === 'amount' ? 'true' : undefined}
    />
    <Refused problem={problem} field="amount" />
  </fieldset>
)

const describedBy = (problem: CardProblem | undefined, field: CardField) =>
  problem?.field === field ? `gift_${field}_error` : undefined

const Refused = ({ problem, field }: { problem: CardProblem | undefined; field: CardField }) =>
  problem?.field === field ? (
    <p class="field__error" id={`gift_${field}_error`} role="alert">
      {problem.message}
    </p>
  ) : null
