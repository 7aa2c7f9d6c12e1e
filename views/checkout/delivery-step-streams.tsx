import type { StepFacts } from '#src/checkout/steps/delivery-step-props.ts'
import { TurboStream } from '../shared/turbo.tsx'
import { QuestionInModal } from './address-question.tsx'
import { DeliveryDays } from './delivery-days.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { CheckoutSummary } from './summary.tsx'

export const DeliveryDaysShown = ({ page, summary }: StepFacts) => (
  <>
    <TurboStream action="replace" method="morph" target="delivery_days">
      <DeliveryDays {...page} />
    </TurboStream>
    <UpdatedSummary {...summary} />
  </>
)

export const DeliveryRefused = ({ page, summary }: StepFacts) => (
  <>
    <TurboStream action="replace" method="morph" target="delivery_form">
      <DeliveryForm {...page} />
    </TurboStream>
    <UpdatedSummary {...summary} />
    <TurboStream action="update" target="delivery_question">
      {page.question && <QuestionInModal {...page} question={page.question} />}
    </TurboStream>
  </>
)

/** Morphs, so that it stays folded or open on a phone. */
const UpdatedSummary = (summary: StepFacts['summary']) => (
  <TurboStream action="update" method="morph" target="checkout_summary">
    <CheckoutSummary {...summary} />
  </TurboStream>
)
