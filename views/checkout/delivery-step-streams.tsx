import type { StepFacts } from '#src/checkout/steps/delivery-step-props.ts'
import { TurboStream } from '../shared/turbo.tsx'
import { QuestionInModal } from './address-question.tsx'
import { DeliveryDays } from './delivery-days.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { CheckoutSummary } from './summary.tsx'

/** The days for what is filled in so far, and what the box comes to then. */
export const DeliveryDaysShown = ({ page, summary }: StepFacts) => (
  <>
    <TurboStream action="replace" method="morph" target="delivery_days">
      <DeliveryDays {...page} />
    </TurboStream>
    <SummaryRenewed {...summary} />
  </>
)

/** What was sent as it was typed, with what is wrong at its place, or the question it brought up in the modal. */
export const DeliveryRefused = ({ page, summary }: StepFacts) => (
  <>
    <TurboStream action="replace" method="morph" target="delivery_form">
      <DeliveryForm {...page} />
    </TurboStream>
    <SummaryRenewed {...summary} />
    <TurboStream action="update" target="delivery_question">
      {page.question && <QuestionInModal {...page} question={page.question} />}
    </TurboStream>
  </>
)

/** On a phone it stays as folded or open as it is. */
const SummaryRenewed = (summary: StepFacts['summary']) => (
  <TurboStream action="update" method="morph" target="checkout_summary">
    <CheckoutSummary {...summary} />
  </TurboStream>
)
