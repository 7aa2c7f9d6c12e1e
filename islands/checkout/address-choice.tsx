/** @jsxImportSource react */
import type { FormEvent, ReactNode } from 'react'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { wireAddress } from './delivery-verbs.ts'
import { PlainForm } from './plain-form.tsx'
import type { AddressAnswers, AddressProblem, CheckoutProps, SuggestedAddress } from './props.ts'
import { QuestionDialog } from './question-dialog.tsx'

type Question = Exclude<AddressProblem, { kind: 'plain' }>

type AddressChoiceProps = {
  problem: Question
  checkout: CheckoutProps
  /** What was judged. */
  typed: DeliveryFields
  answered: AddressAnswers
  saving: boolean
  answer: (answer: AddressAnswers) => void
  leave: () => void
}

/** A question about an address, in a form of its own: the answer is about what was judged, whatever is typed meanwhile. */
export function AddressChoice({
  problem,
  checkout,
  typed,
  answered,
  saving,
  answer,
  leave,
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
      busy={saving}
      leave={leave}
      way={
        problem.kind === 'no_eligible_shipping_days'
          ? { label: 'Enter another address', isOnly: true }
          : { label: 'Change the address', isOnly: false }
      }
    >
      <PlainForm action={checkout.urls.address} checkout={checkout} submit={submit}>
        {Object.entries({ ...wireAddress(typed), ...othersOf(answered, problem) }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Ways problem={problem} typed={typed} storePhone={checkout.storePhone} />
      </PlainForm>
    </QuestionDialog>
  )
}

/** An older answer to the same question would stand in the way of the new one. */
function othersOf(answered: AddressAnswers, { kind }: Question) {
  const others = Object.entries(answered).filter(([name]) => name !== ANSWERED_BY[kind])
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
  modified_to_achieve_match: 'One address, two spellings',
  unconfirmed: 'Please check this address',
  postal_code_service_delay: 'Boxes to this zip code may arrive late',
  fc_changed: 'Another packing house serves this address',
  no_eligible_shipping_days: 'No delivery day here',
}

type WaysProps = { problem: Question; typed: DeliveryFields; storePhone: string }

/** The ways on. Their buttons are the answers. */
function Ways({ problem, typed, storePhone }: WaysProps) {
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
        <Answer name="address_confirmation_bypass" value="use-original" label="Use it as I typed it">
          <p>If you know that it is right, keep it: we deliver there all the same.</p>
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
  items === 0 ? 'Deliver here' : `Take ${items === 1 ? 'it' : 'them'} out and deliver here`

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

const Lines = ({ place }: { place: SuggestedAddress }) => (
  <p className="address-choice__lines">
    <span>{place.street1}</span>
    {place.street2 && <span>{place.street2}</span>}
    <span>{`${place.city}, ${place.state} ${place.zip}`}</span>
  </p>
)
