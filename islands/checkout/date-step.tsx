/** @jsxImportSource react */
import type { FormEvent } from 'react'
import { type Day, formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { Calendar } from './calendar.tsx'
import { Notice } from './notice.tsx'
import { cheapestCents, earliestExpedited, earliestOpen } from './open-dates.ts'
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
        <FasterWay dates={dates} />
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

/** What the dearer days are, and how much earlier they begin. */
function FasterWay({ dates }: { dates: WireDate[] }) {
  const faster = earliestExpedited(dates)
  if (!faster) return null
  const earliest = earliestOpen(dates)
  const extraCents = (faster.shipping_cents ?? 0) - cheapestCents(dates)
  const price = extraCents > 0 ? `for ${formatCents(extraCents)} more` : 'at no extra charge'
  const gain =
    earliest && faster.date < earliest.date
      ? ` and can be there earlier, on ${formatDay(faster.date, 'long')}`
      : ''
  return (
    <p className="date-step__faster">
      <b>Expedited delivery</b> {`is one day on the road ${price}${gain}. Its days are marked.`}
    </p>
  )
}

function chosenSentence(dates: WireDate[], arrivesOn: Day | null): string {
  if (!arrivesOn) return 'Please choose a day.'
  const day = dates.find(({ date }) => date === arrivesOn)
  const cents = day?.shipping_cents
  const how = day?.expedited ? 'Expedited, arrives' : 'Arrives'
  const delivery = cents ? `, delivery ${formatCents(cents)}` : cents === 0 ? ', free delivery' : ''
  return `${how} ${formatDay(arrivesOn, 'long')}${delivery}.`
}
