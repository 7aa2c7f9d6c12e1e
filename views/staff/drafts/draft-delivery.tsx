import { addressField, DELIVERY_NAMES } from '#src/checkout/address-form.ts'
import { describeQuestion } from '#src/checkout/address-question.ts'
import { formatDay } from '#src/day.ts'
import { FIELD_NAMES, type FieldName } from '#src/delivery/rules.ts'
import { paths } from '#src/paths.ts'
import { Field } from '../../shared/field.tsx'
import { Fold } from '../../shared/fold.tsx'
import { Form } from '../../shared/form.tsx'
import { PhoneField } from '../../shared/phone-field.tsx'
import { StateField } from '../../shared/state-field.tsx'
import type { DraftPageProps } from './draft-page.tsx'
import { SAVED_FIRST, SaveFirstButton } from './save-first.tsx'

export const DraftDelivery = (props: DraftPageProps) => (
  <section class="staff-order__part" aria-labelledby="draft_delivery">
    <h2 class="staff-order__title" id="draft_delivery">
      Who gets it, and when
    </h2>
    <Person {...props} />
    <Day {...props} />
    <Codes {...props} />
  </section>
)

function Person({ facts, problem, typed }: DraftPageProps) {
  const { order, addressToSave: address, isAddressOfAccount } = facts
  const kept = problem?.form === 'delivery' ? typed : {}
  const textOf = (name: string, saved: string): string => {
    const value = kept[name]
    return typeof value === 'string' ? value : saved
  }
  const field = (name: FieldName) => ({
    ...addressField(name),
    id: `draft_${name}`,
    name: DELIVERY_NAMES[name],
    value: textOf(DELIVERY_NAMES[name], address[name]),
    required: false,
    autocomplete: 'off',
  })
  const place = Object.fromEntries(FIELD_NAMES.map((name) => [name, field(name).value])) as typeof address
  const question = problem?.question?.type ? describeQuestion(problem.question, place) : null
  return (
    <Form
      action={paths.deliverDraft(order.token)}
      method="post"
      class="staff-order__form"
      {...SAVED_FIRST}
      data-unsaved={problem?.form === 'delivery' ? '' : undefined}
    >
      <input type="hidden" name="version" value={order.version} />
      <Field
        id="draft_email"
        name="email"
        label="Email"
        type="email"
        required
        autocomplete="off"
        maxlength={254}
        value={textOf('email', order.email ?? '')}
      />
      <Field {...field('name')} />
      <PhoneField {...field('phone')} />
      <p>
        {isAddressOfAccount && 'This address is from their account. It isn’t saved yet. '}
        The customer can also enter the address at checkout.
      </p>
      <Field {...field('street1')} />
      <Field {...field('street2')} />
      <Field {...field('city')} />
      <StateField {...field('state')} />
      <Field {...field('zip')} />
      {question && (
        <p class="staff-order__ways">
          {question.answers.map(({ name, value, label }) => (
            <button type="submit" class="button button--small" name={name} value={value}>
              {label}
            </button>
          ))}
        </p>
      )}
      <SaveFirstButton label="Save" class="button button--small button--quiet" />
    </Form>
  )
}

const Day = ({ facts: { order, days } }: DraftPageProps) =>
  days.length === 0 ? null : (
    <Form action={paths.dateDraft(order.token)} method="post" class="staff-order__form">
      <input type="hidden" name="version" value={order.version} />
      <label class="field__label" for="draft_day">
        Arrives on
      </label>
      <select id="draft_day" name="arrival_date" class="field__input">
        {days.map(({ date, expedited }) => (
          <option value={date} selected={date === order.arrivalOn}>
            {formatDay(date, 'long')}
            {expedited && ', expedited'}
          </option>
        ))}
      </select>
      <button type="submit" class="button button--small button--quiet">
        Choose this day
      </button>
    </Form>
  )

const Codes = ({ facts: { order, codes } }: DraftPageProps) => (
  <Fold title={codes.length === 0 ? 'Add a code' : `Codes (${codes.length})`}>
    {codes.map(({ mark, name, words, problem }) => (
      <Form action={paths.codeDraft(order.token)} method="post" class="staff-order__form">
        <p>
          <b>{name}</b> {problem ?? words}
        </p>
        {mark !== null && (
          <>
            <input type="hidden" name="version" value={order.version} />
            <button type="submit" class="button button--small button--quiet" name="mark" value={mark}>
              Take {name} off
            </button>
          </>
        )}
      </Form>
    ))}
    <Form action={paths.codeDraft(order.token)} method="post" class="staff-order__form">
      <input type="hidden" name="version" value={order.version} />
      <Field
        id="draft_code"
        name="code"
        label="Promotion or gift card"
        required
        maxlength={64}
        autocomplete="off"
      />
      <button type="submit" class="button button--small">
        Add
      </button>
    </Form>
  </Fold>
)
