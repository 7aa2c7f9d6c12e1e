/** @jsxImportSource react */
import { type ReactNode, useEffect, useRef } from 'react'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { Notice } from './notice.tsx'
import type { AddressProblem, SuggestedAddress } from './props.ts'

type AddressChoiceProps = { problem: AddressProblem; typed: DeliveryFields; storePhone: string }

/** Why the address was not saved, and the ways on. Its buttons submit the form they stand in, with the answer. */
export function AddressChoice({ problem, typed, storePhone }: AddressChoiceProps) {
  switch (problem.kind) {
    case 'plain':
      return problem.fields.length === 1 ? null : <Notice message={problem.message} />
    case 'modified_to_achieve_match':
      return (
        <Question title="One address, two spellings" message={problem.message}>
          <div className="address-choice__pair">
            <Answer name="address_confirmation_bypass" value="accept" label="Use the suggestion">
              <Lines place={problem.suggested} />
            </Answer>
            <Answer name="address_confirmation_bypass" value="use-original" label="Keep what I typed" quiet>
              <Lines place={typed} />
            </Answer>
          </div>
        </Question>
      )
    case 'unconfirmed':
      return (
        <Question title="Please check this address" message={problem.message}>
          <p>Mend it above, or keep it if you know it is right: we deliver there all the same.</p>
          <Answer name="address_confirmation_bypass" value="use-original" label="Use it as I typed it" />
        </Question>
      )
    case 'postal_code_service_delay':
      return (
        <Question title="Boxes to this zip code may arrive late" message={problem.message}>
          <Answer name="postal_code_delay_bypass" value="accept" label="That's fine, deliver here" />
        </Question>
      )
    case 'fc_changed':
      return (
        <Question title="Another packing house serves this address" message={problem.message}>
          <Answer
            name="fc_change_acknowledged"
            value={problem.version}
            label={acknowledge(problem.items.length)}
          />
        </Question>
      )
    case 'no_eligible_shipping_days':
      return (
        <Question title="No delivery day here" message={problem.message}>
          <p>
            Try another address above, or call us at{' '}
            <a href={`tel:${storePhone.replace(/\D/g, '')}`}>{storePhone}</a>.
          </p>
        </Question>
      )
  }
}

const acknowledge = (items: number) =>
  items === 0 ? 'Deliver here' : `Take ${items === 1 ? 'it' : 'them'} out and deliver here`

/** Takes the focus when it appears: the question is the next thing to do. */
function Question({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is another one to be read
  useEffect(() => panel.current?.focus(), [message])
  return (
    <div className="address-choice" role="alert" tabIndex={-1} ref={panel}>
      <h3 className="address-choice__title">{title}</h3>
      {message !== title && <p>{message}</p>}
      {children}
    </div>
  )
}

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
