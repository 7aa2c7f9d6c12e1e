/** @jsxImportSource react */

import { useEffect, useRef } from 'react'
import { giftProblem } from '#src/checkout/gift-problem.ts'
import type { Step } from '#src/checkout/island/step-order.ts'
import { arrivalLine } from '#src/checkout/sentences.ts'
import { TERMS_MISSING_SENTENCE, termsRequired } from '#src/orders/rules.ts'
import { cityLine, streetLine } from '#src/postal/place.ts'
import { AddressStep } from './address-step.tsx'
import { DateStep } from './date-step.tsx'
import { EmailStep } from './email-step.tsx'
import { ExpressCheckout } from './express-checkout.tsx'
import { Notice } from './notice.tsx'
import { PaymentStep } from './payment-step.tsx'
import type { CheckoutProps } from './props.ts'
import { returnHereAfterSignIn } from './sign-in-link.ts'
import { type CheckoutState, shownChoice } from './state.ts'
import { Done, headingId, StepPanel } from './step-panel.tsx'
import { useAnnounced } from './use-announced.ts'
import { useCheckout } from './use-checkout.ts'

export function Checkout(props: CheckoutProps) {
  const checkout = useCheckout(props)
  const { state } = checkout
  const { stage } = state
  useStepShown(stage.step)
  useAnnounced(stage)
  useEffect(() => returnHereAfterSignIn(stage.step, props.urls.checkout), [stage.step, props.urls.checkout])
  const paying = stage.step === 'payment' && stage.payment.phase === 'paying'
  const edit = { checkoutUrl: props.urls.checkout, open: paying ? null : checkout.open }
  const { steps } = props
  const asksAddress = steps.includes('address')
  const asksDate = steps.includes('date')
  const panelState = (first: Step, last: Step = first) => panelStateOf(steps, stage.step, first, last)

  return (
    <div className="checkout-steps">
      {state.flash && (
        <Notice message={state.flash.message} cartUrl={state.flash.isInCart ? props.urls.changeBox : null} />
      )}
      {checkout.wallets !== 'none' && !changesAddress(state) && (
        <ExpressCheckout
          stripe={checkout.wallets === 'active' ? checkout.stripe : null}
          flow={state.flow}
          totalCents={state.totalCents}
          missing={{ email: state.email === '', address: !hasAddress(state) }}
          blocker={termsMissing(state) ?? giftMistake(state)}
          isIdle={!paying}
          verbs={checkout.express}
        />
      )}

      <StepPanel number={1} step="email" title="Email" state={panelState('email')}>
        {stage.step === 'email' ? (
          <EmailStep checkout={props} email={state.email} {...stage} save={checkout.saveEmail} />
        ) : (
          <Done {...edit} edits={[{ step: 'email', label: 'Edit', name: 'Edit email' }]}>
            <p>{state.email}</p>
          </Done>
        )}
      </StepPanel>

      {asksAddress && (
        <StepPanel
          number={2}
          step="address"
          title="Delivery"
          state={panelState('address', asksDate ? 'date' : 'address')}
        >
          {stage.step === 'address' && (
            <AddressStep
              checkout={props}
              delivery={state.delivery}
              gift={state.gift}
              {...stage}
              save={checkout.saveAddress}
              fillCount={state.fillCount}
              answer={checkout.answerQuestion}
              edited={checkout.addressEdited}
              dismissQuestion={checkout.dismissQuestion}
            />
          )}
          {(stage.step === 'date' || stage.step === 'payment') && (
            <Done
              {...edit}
              edits={[
                { step: 'address', label: 'Edit', name: 'Edit delivery address' },
                ...(stage.step === 'payment' && asksDate
                  ? [{ step: 'date' as const, label: 'Change date', name: 'Change date' }]
                  : []),
              ]}
            >
              <AddressLines {...state.delivery} />
              {stage.step === 'payment' && state.arrivesOn && (
                <p className="checkout-done__date">{arrivalLine(state.arrivesOn)}</p>
              )}
            </Done>
          )}
          {stage.step === 'date' && (
            <DateStep
              checkout={props}
              dates={state.dates}
              arrivesOn={state.arrivesOn}
              {...stage}
              choose={checkout.chooseDate}
              onContinue={checkout.goToPayment}
            />
          )}
        </StepPanel>
      )}

      <StepPanel number={asksAddress ? 3 : 2} step="payment" title="Payment" state={panelState('payment')}>
        {stage.step === 'payment' && (
          <PaymentStep
            checkout={{ ...props, savedCards: state.savedCards }}
            payment={stage.payment}
            stripe={checkout.stripe}
            flow={state.flow}
            shown={shownChoice(state)}
            cardId={state.cardId}
            chooseCard={checkout.chooseCard}
            totalCents={state.totalCents}
            giftCents={state.giftCents}
            terms={{
              required: termsRequired(state.delivery.state),
              accepted: state.termsAccepted,
              accept: checkout.acceptTerms,
            }}
            detailsChanged={checkout.detailsChanged}
            pay={checkout.payNow}
            prepareAgain={checkout.prepareAgain}
            reportLoadError={checkout.reportLoadError}
          />
        )}
      </StepPanel>
    </div>
  )
}

/** The server sends dates only once the address is saved. Gift cards by email need none. */
const hasAddress = ({ steps, dates }: CheckoutState) => !steps.includes('address') || dates.length > 0

/** A wallet can't pay while it is unclear whether the saved or the typed address counts. */
const changesAddress = (state: CheckoutState) => hasAddress(state) && state.stage.step === 'address'

const termsMissing = (state: CheckoutState) =>
  hasAddress(state) && termsRequired(state.delivery.state) && !state.termsAccepted
    ? { message: TERMS_MISSING_SENTENCE, code: 'terms_required' }
    : null

const giftMistake = ({ gift }: CheckoutState) => {
  const message = giftProblem(gift)
  return message ? { message, code: '' } : null
}

const AddressLines = ({ name, phone, ...place }: CheckoutProps['delivery']) => (
  <p className="checkout-done__lines">
    <span>{name}</span>
    <span>{streetLine(place)}</span>
    <span>{cityLine(place)}</span>
    <span>{phone}</span>
  </p>
)

function panelStateOf(steps: Step[], current: Step, first: Step, last: Step): 'open' | 'done' | 'later' {
  const currentIndex = steps.indexOf(current)
  if (currentIndex > steps.indexOf(last)) return 'done'
  return currentIndex < steps.indexOf(first) ? 'later' : 'open'
}

/** Brings a new step's heading to the top and focuses it, but not on page load. */
function useStepShown(step: Step) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const heading = document.getElementById(headingId(step))
    heading?.focus({ preventScroll: true }) // alone it would scroll only until the heading's edge is visible
    heading?.scrollIntoView()
  }, [step])
}
