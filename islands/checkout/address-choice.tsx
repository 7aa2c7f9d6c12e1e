/** @jsxImportSource react */
import type { FormEvent, ReactNode } from 'react'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { cityLine, type Place } from '#src/postal/place.ts'
import { wireAddress } from './delivery-verbs.ts'
import { PlainForm } from './plain-form.tsx'
import type { AddressAnswers, AddressProblem, CheckoutProps } from './props.ts'
import { QuestionDialog } from './question-dialog.tsx'

type Question = Exclude<AddressProblem, { kind: 'plain' }>

type AddressChoiceProps = {
  problem: Question
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
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement) answer({ [submitter.name]: submitter.value })
  }

  return (
    <QuestionDialog
      name={problem.kind}
      title={TITLES[problem.kind]}
      message={problem.message}
      isBusy={isSaving}
      dismiss={dismiss}
      dismissal={
        problem.kind === 'no_eligible_shipping_days'
          ? { label: 'Enter another address', isOnly: true }
          : { label: 'Change the address', isOnly: false }
      }
    >
      <PlainForm action={checkout.urls.address} checkout={checkout} submit={submit}>
        {Object.entries({ ...wireAddress(typed), ...otherAnswers(answers, problem) }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Choices problem={problem} typed={typed} storePhone={checkout.storePhone} />
      </PlainForm>
    </QuestionDialog>
  )
}

/** Leaves out an earlier answer to the same question, which would conflict with the new one. */
function otherAnswers(answers: AddressAnswers, { kind }: Question) {
  const others = Object.entries(answers).filter(([name]) => name !== ANSWERED_BY[kind])
  return Object.fromEntries(others)
}

const ANSWERED_BY: Readonly<Record<Question['kind'], keyof AddressAnswers | null>> = {
  modified_to_achieve_match: 'address_confirmation_bypass',
  unconfirmed: 'address_confirmation_bypass',
  postal_code_service_delay: 'postal_code_delay_bypass',
  fc_changed: 'fc_change_acknowledged',
  no_eligible_shipping_days: null,
}

const TITLES: Readonly<Record<Question['kind'], string>> = {
  modified_to_achieve_match: 'Confirm your address',
  unconfirmed: 'Please check this address',
  postal_code_service_delay: 'Boxes to this ZIP code may arrive late',
  fc_changed: 'Boxes to this address ship from a different center',
  no_eligible_shipping_days: "We can't deliver here right now",
}

type ChoicesProps = { problem: Question; typed: DeliveryFields; storePhone: string }

function Choices({ problem, typed, storePhone }: ChoicesProps) {
  switch (problem.kind) {
    case 'modified_to_achieve_match':
      return (
        <div className="address-choice__pair">
          <Answer name="address_confirmation_bypass" value="accept" label="Use the suggestion">
            <Lines place={problem.suggested} />
          </Answer>
          <Answer name="address_confirmation_bypass" value="use-original" label="Keep what I typed" quiet>
            <Lines place={typed} />
          </Answer>
        </div>
      )
    case 'unconfirmed':
      return (
        <Answer name="address_confirmation_bypass" value="use-original" label="Use it as typed">
          <p>If you know it's right, keep it. We'll still deliver there.</p>
        </Answer>
      )
    case 'postal_code_service_delay':
      return <Answer name="postal_code_delay_bypass" value="accept" label="That's fine, deliver here" />
    case 'fc_changed':
      return (
        <Answer
          name="fc_change_acknowledged"
          value={problem.version}
          label={acknowledge(problem.items.length)}
        />
      )
    case 'no_eligible_shipping_days':
      return (
        <p>
          Try another address, or call us at <a href={`tel:${storePhone.replace(/\D/g, '')}`}>{storePhone}</a>
          .
        </p>
      )
  }
}

const acknowledge = (items: number) =>
  items === 0 ? 'Deliver here' : `Remove ${items === 1 ? 'it' : 'them'} and deliver here`

type AnswerProps = { name: string; value: string; label: string; quiet?: boolean; children?: ReactNode }

function Answer({ name, value, label, quiet = false, children }: AnswerProps) {
  return (
    <div className="address-choice__answer">
      {children}
      <button className={quiet ? 'button button--quiet' : 'button'} type="submit" name={name} value={value}>
        {label}
      </button>
    </div>
  )
}

const Lines = ({ place }: { place: Place }) => (
  <p className="address-choice__lines">
    <span>{place.street1}</span>
    {place.street2 && <span>{place.street2}</span>}
    <span>{cityLine(place)}</span>
  </p>
)
