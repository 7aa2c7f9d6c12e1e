/** @jsxImportSource react */
import type { FormEvent } from 'react'
import { type Day, formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { Calendar } from './calendar.tsx'
import { Notice } from './notice.tsx'
import { PlainForm } from './plain-form.tsx'
import type { CheckoutProps, WireDate } from './props.ts'
import { headingId } from './step-panel.tsx'
import { SubmitButton } from './submit-button.tsx'

type DateStepProps = {
  checkout: CheckoutProps
  dates: WireDate[]
  arrivesOn: Day | null
  saving: boolean
  problem: string | null
  choose: (day: Day) => void
  goOn: () => void
}

export function DateStep({ checkout, dates, arrivesOn, saving, problem, choose, goOn }: DateStepProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!saving && arrivesOn) goOn()
  }

  return (
    <PlainForm action={checkout.urls.arrivalDate} checkout={checkout} submit={submit}>
      <fieldset className="date-step">
        <legend className="date-step__legend">
          <h3 className="date-step__title" id={headingId('date')} tabIndex={-1}>
            When should it arrive?
          </h3>
        </legend>
        <p className="checkout-hint">Closed days say why.</p>
        {problem && <Notice message={problem} />}
        <Calendar dates={dates} chosen={arrivesOn} choose={choose} />
      </fieldset>
      <div className="date-step__onward">
        <p className="date-step__chosen" role="status">
          {chosenSentence(dates, arrivesOn)}
        </p>
        <SubmitButton busy={saving} waits={!arrivesOn}>
          Continue to payment
        </SubmitButton>
      </div>
    </PlainForm>
  )
}

function chosenSentence(dates: WireDate[], arrivesOn: Day | null): string {
  if (!arrivesOn) return 'Please choose a day.'
  const cents = dates.find((day) => day.date === arrivesOn)?.shipping_cents
  const delivery = cents ? `, delivery ${formatCents(cents)}` : cents === 0 ? ', free delivery' : ''
  return `Arrives ${formatDay(arrivesOn, 'long')}${delivery}.`
}
