/** @jsxImportSource react */
import { useEffect, useRef } from 'react'
import { formatDay } from '#src/day.ts'
import { termsRequired } from '#src/orders/rules.ts'
import { AddressStep } from './address-step.tsx'
import { DateStep } from './date-step.tsx'
import { EmailStep } from './email-step.tsx'
import { ExpressCheckout } from './express-checkout.tsx'
import { Notice } from './notice.tsx'
import { PaymentStep } from './payment-step.tsx'
import type { CheckoutProps, Step } from './props.ts'
import { returnHereAfterSignIn } from './sign-in-link.ts'
import type { CheckoutState } from './state.ts'
import { Done, headingId, StepPanel } from './step-panel.tsx'
import { useCheckout } from './use-checkout.ts'

const ORDER_OF_STEPS: readonly Step[] = ['email', 'address', 'date', 'payment']

export function Checkout(props: CheckoutProps) {
  const checkout = useCheckout(props)
  const { state } = checkout
  const { stage } = state
  useFocusAt(stage.step)
  useEffect(() => returnHereAfterSignIn(stage.step, props.urls.checkout), [stage.step, props.urls.checkout])
  const paying = stage.step === 'payment' && stage.payment.phase === 'paying'
  const edit = { checkoutUrl: props.urls.checkout, open: paying ? null : checkout.open }
  const place = (first: Step, last: Step = first) => placeOf(stage.step, first, last)

  return (
    <div className="checkout-steps">
      {state.flash && <Notice message={state.flash} />}
      {checkout.wallets !== 'none' && !changesAddress(state) && (
        <ExpressCheckout
          stripe={checkout.wallets === 'active' ? checkout.stripe : null}
          flow={state.flow}
          totalCents={state.totalCents}
          asks={{ email: state.email === '', address: !isAddressed(state) }}
          hindrance={termsMissing(state)}
          idle={!paying}
          verbs={checkout.express}
        />
      )}

      <StepPanel number={1} step="email" title="Email" state={place('email')}>
        {stage.step === 'email' ? (
          <EmailStep checkout={props} email={state.email} {...stage} save={checkout.saveEmail} />
        ) : (
          <Done {...edit} edits={[{ step: 'email', label: 'Edit', name: 'Edit email' }]}>
            <p>{state.email}</p>
          </Done>
        )}
      </StepPanel>

      <StepPanel number={2} step="address" title="Delivery" state={place('address', 'date')}>
        {stage.step === 'address' && (
          <AddressStep
            checkout={props}
            delivery={state.delivery}
            {...stage}
            save={checkout.saveAddress}
            filled={state.filled}
            answer={checkout.answerQuestion}
            edited={checkout.addressEdited}
            leaveQuestion={checkout.leaveQuestion}
          />
        )}
        {(stage.step === 'date' || stage.step === 'payment') && (
          <Done
            {...edit}
            edits={[
              { step: 'address', label: 'Edit', name: 'Edit delivery address' },
              ...(stage.step === 'payment'
                ? [{ step: 'date' as const, label: 'Change date', name: 'Change date' }]
                : []),
            ]}
          >
            <AddressLines {...state.delivery} />
            {stage.step === 'payment' && state.arrivesOn && (
              <p className="checkout-done__date">{`Arrives ${formatDay(state.arrivesOn, 'long')}`}</p>
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
            goOn={checkout.goToPayment}
          />
        )}
      </StepPanel>

      <StepPanel number={3} step="payment" title="Payment" state={place('payment')}>
        {stage.step === 'payment' && (
          <PaymentStep
            checkout={props}
            payment={stage.payment}
            stripe={checkout.stripe}
            totalCents={state.totalCents}
            terms={{
              required: termsRequired(state.delivery.state),
              accepted: state.termsAccepted,
              accept: checkout.acceptTerms,
            }}
            detailsChanged={checkout.detailsChanged}
            pay={checkout.payNow}
            prepareAgain={checkout.prepareAgain}
            breakDown={checkout.breakDown}
          />
        )}
      </StepPanel>
    </div>
  )
}

/** The server keeps an address: only then does it tell of days. */
const isAddressed = ({ dates }: CheckoutState) => dates.length > 0

/** What a wallet would pay for just now, the address as kept or as being typed, nobody could tell. */
const changesAddress = (state: CheckoutState) => isAddressed(state) && state.stage.step === 'address'

const termsMissing = (state: CheckoutState) =>
  isAddressed(state) && termsRequired(state.delivery.state) && !state.termsAccepted
    ? { message: 'Please agree to the terms of service.', code: 'terms_required' }
    : null

const AddressLines = ({ name, street1, street2, city, state, zip, phone }: CheckoutProps['delivery']) => (
  <p className="checkout-done__lines">
    <span>{name}</span>
    <span>{[street1, street2].filter(Boolean).join(', ')}</span>
    <span>{`${city}, ${state} ${zip}`}</span>
    <span>{phone}</span>
  </p>
)

function placeOf(now: Step, first: Step, last: Step): 'open' | 'done' | 'later' {
  const at = ORDER_OF_STEPS.indexOf(now)
  if (at > ORDER_OF_STEPS.indexOf(last)) return 'done'
  return at < ORDER_OF_STEPS.indexOf(first) ? 'later' : 'open'
}

/** Whoever goes on, or back, is taken to the heading of the step; opening the page moves nobody. */
function useFocusAt(step: Step) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    document.getElementById(headingId(step))?.focus()
  }, [step])
}
