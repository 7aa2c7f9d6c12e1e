/** @jsxImportSource react */
import type { FormEvent, ReactNode } from 'react'
import { type AddressAnswer, type AddressQuestion, describeQuestion } from '#src/checkout/address-question.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { cityLine, type Place } from '#src/postal/place.ts'
import { wireAddress } from './delivery-verbs.ts'
import { PlainForm } from './plain-form.tsx'
import type { AddressAnswers, CheckoutProps } from './props.ts'
import { QuestionDialog } from './question-dialog.tsx'

type AddressChoiceProps = {
  problem: AddressQuestion
  checkout: CheckoutProps
  typed: DeliveryFields
  answers: AddressAnswers
  isSaving: boolean
  answer: (answer: AddressAnswers) => void
  dismiss: () => void
}

/** A question in a separate form: the answer applies to the address that was checked, not to later typing. */
export function AddressChoice({
  problem,
  checkout,
  typed,
  answers,
  isSaving,
  answer,
  dismiss,
}: AddressChoiceProps) {
  const { title, hint, answers: choices, dismissal, event } = describeQuestion(problem, typed)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement) answer({ [submitter.name]: submitter.value })
  }

  return (
    <QuestionDialog
      name={problem.type}
      title={title}
      message={problem.message}
      isBusy={isSaving}
      dismiss={dismiss}
      event={event}
      dismissal={{ label: dismissal, isOnly: choices.length === 0 }}
    >
      <PlainForm action={checkout.urls.address} checkout={checkout} submit={submit}>
        {Object.entries({ ...wireAddress(typed), ...otherAnswers(answers, choices) }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Choices choices={choices} hint={hint} storePhone={checkout.storePhone} />
      </PlainForm>
    </QuestionDialog>
  )
}

/** Leaves out an earlier answer to the same question, which would conflict with the new one. */
function otherAnswers(answers: AddressAnswers, choices: AddressAnswer[]) {
  const others = Object.entries(answers).filter(([name]) => name !== choices[0]?.name)
  return Object.fromEntries(others)
}

type ChoicesProps = { choices: AddressAnswer[]; hint: string | null; storePhone: string }

function Choices({ choices, hint, storePhone }: ChoicesProps) {
  if (choices.length === 0) return <NoChoice storePhone={storePhone} />
  const buttons = choices.map(({ place, ...choice }) => (
    <Choice key={choice.value} {...choice}>
      {place && <Lines place={place} />}
      {hint && <p>{hint}</p>}
    </Choice>
  ))
  return choices.length === 1 ? buttons : <div className="address-choice__pair">{buttons}</div>
}

const NoChoice = ({ storePhone }: { storePhone: string }) => (
  <p>
    Please try another address, or call us at{' '}
    <a href={`tel:${storePhone.replace(/\D/g, '')}`}>{storePhone}</a>.
  </p>
)

type ChoiceProps = Omit<AddressAnswer, 'place'> & { children: ReactNode }

const Choice = ({ name, value, label, isQuiet, children }: ChoiceProps) => (
  <div className="address-choice__answer">
    {children}
    <button className={isQuiet ? 'button button--quiet' : 'button'} type="submit" name={name} value={value}>
      {label}
    </button>
  </div>
)

const Lines = ({ place }: { place: Place }) => (
  <p className="address-choice__lines">
    <span>{place.street1}</span>
    {place.street2 && <span>{place.street2}</span>}
    <span>{cityLine(place)}</span>
  </p>
)
