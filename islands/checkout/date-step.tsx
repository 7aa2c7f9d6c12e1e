/** @jsxImportSource react */

import type { FormEvent } from 'react'
import { CLOSED_DAYS_HINT, DATE_QUESTION, deliveryPrice } from '#src/checkout/sentences.ts'
import { type Day, formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { Calendar } from './calendar.tsx'
import { Notice } from './notice.tsx'
import { earliestExpedited, earliestOpen } from './open-dates.ts'
import { PlainForm } from './plain-form.tsx'
import type { CheckoutProps, WireDate } from './props.ts'
import { headingId } from './step-panel.tsx'
import { SubmitButton } from './submit-button.tsx'

type DateStepProps = {
  checkout: CheckoutProps
  dates: WireDate[]
  arrivesOn: Day | null
  isSaving: boolean
  problem: string | null
  choose: (day: Day) => void
  onContinue: () => void
}

export function DateStep({
  checkout,
  dates,
  arrivesOn,
  isSaving,
  problem,
  choose,
  onContinue,
}: DateStepProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSaving && arrivesOn) onContinue()
  }

  return (
    <PlainForm action={checkout.urls.arrivalDate} checkout={checkout} submit={submit}>
      <fieldset className="date-step">
        <legend className="date-step__legend">
          <h3 className="date-step__title" id={headingId('date')} tabIndex={-1}>
            {DATE_QUESTION}
          </h3>
        </legend>
        <p className="checkout-hint">{CLOSED_DAYS_HINT}</p>
        <ExpeditedNote dates={dates} />
        {problem && <Notice message={problem} />}
        <Calendar dates={dates} chosen={arrivesOn} choose={choose} />
      </fieldset>
      <div className="date-step__onward">
        <p className="date-step__chosen" role="status">
          {chosenSentence(dates, arrivesOn)}
        </p>
        <SubmitButton isBusy={isSaving} isIncomplete={!arrivesOn}>
          Continue to payment
        </SubmitButton>
      </div>
    </PlainForm>
  )
}

function ExpeditedNote({ dates }: { dates: WireDate[] }) {
  const expedited = earliestExpedited(dates)
  const standard = earliestOpen(dates)
  if (!expedited || !standard) return null
  const surcharge = `+${formatCents((expedited.shipping_cents ?? 0) - (standard.shipping_cents ?? 0))}`
  const isEarlier = expedited.date < standard.date
  const gain = isEarlier
    ? `can arrive as early as ${formatDay(expedited.date, 'long')}, or from ${formatDay(standard.date, 'long')} at no extra`
    : 'adds more days'
  return (
    <p className="date-step__faster">
      <b>{isEarlier ? 'Need it sooner?' : 'Need another day?'}</b>{' '}
      {`Expedited delivery (${surcharge}) ${gain}. Look for ${surcharge} days.`}
    </p>
  )
}

function chosenSentence(dates: WireDate[], arrivesOn: Day | null): string {
  if (!arrivesOn) return 'Please choose a day.'
  const day = dates.find(({ date }) => date === arrivesOn)
  const arrives = day?.expedited ? 'Expedited, arrives' : 'Arrives'
  const cents = day?.shipping_cents ?? null
  const delivery = cents === null ? '' : `, ${deliveryPrice(cents)}`
  return `${arrives} ${formatDay(arrivesOn, 'long')}${delivery}.`
}
