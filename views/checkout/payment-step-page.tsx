import { arrivalLine, EMAIL_HINT } from '#src/checkout/sentences.ts'
import { formatPhone } from '#src/delivery/rules.ts'
import { paths } from '#src/paths.ts'
import { cityLine, type Place, streetLine } from '#src/postal/place.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Form } from '../shared/form.tsx'
import { CardPayment, type CardPaymentProps } from './card-payment.tsx'
import { type CheckoutBuyer, CheckoutHead } from './checkout-head.tsx'
import { FreeOrder } from './free-order.tsx'
import { type CheckoutSummaryProps, SummaryAside } from './summary.tsx'

export type PaymentStepProps = CardPaymentProps & {
  email: string | null
  delivery: Place & { name: string }
  /** E.164. */
  phone: string
}

type PaymentStepPageProps = { buyer: CheckoutBuyer; step: PaymentStepProps; summary: CheckoutSummaryProps }

export const PaymentStepPage = ({ buyer, step, summary }: PaymentStepPageProps) => (
  <div class="checkout" data-page-action="order_payment">
    <CheckoutHead title="Payment" buyer={buyer} />
    <div class="checkout__beside">
      <SummaryAside summary={summary} />
    </div>
    <div class="checkout__steps">
      <Delivery {...step} />
      <section
        class="checkout-step"
        id="payment_step"
        data-state="open"
        data-controller="payment-step"
        data-payment-step-flow-value={step.flow}
        data-action="checkout-changed@document->payment-step#renew pageshow@window->payment-step#reloadIfRestored"
      >
        <h2 class="checkout-step__title">
          <span class="checkout-step__number" aria-hidden="true">
            2
          </span>
          {titleOf(step)}
        </h2>
        <div class="checkout-step__body">
          <Paying {...step} />
        </div>
      </section>
    </div>
  </div>
)

const titleOf = ({ email, flow }: PaymentStepProps) => {
  if (email === null) return 'Your email'
  return flow === 'alc-free' ? 'Place your order' : 'Your card'
}

function Paying(step: PaymentStepProps) {
  if (step.email === null) return <EmailFirst orderToken={step.orderToken} problem={step.problem} />
  return step.flow === 'alc-free' ? <FreeOrder {...step} /> : <CardPayment {...step} />
}

const EmailFirst = ({ orderToken, problem }: Pick<PaymentStepProps, 'orderToken' | 'problem'>) => (
  <Form action={paths.updateEmail()} method="post" class="checkout-form" data-turbo="false">
    <input type="hidden" name="order_token" value={orderToken} />
    <input type="hidden" name="return_to" value={paths.paymentStep(orderToken)} />
    <EmailField id="payment_email" hint={EMAIL_HINT} {...(problem ? { error: problem } : {})} />
    <button type="submit" class="button">
      Continue
    </button>
  </Form>
)

const Delivery = ({ orderToken, delivery, phone, email, arrivesOn }: PaymentStepProps) => (
  <section class="checkout-step" data-state="done">
    <h2 class="checkout-step__title">
      <span class="checkout-step__number" aria-hidden="true">
        1
      </span>
      Delivery<span class="visually-hidden">, done</span>
    </h2>
    <div class="checkout-step__body">
      <div class="checkout-done">
        <div class="checkout-done__facts">
          <p class="checkout-done__lines" id="payment_address">
            <span>{delivery.name}</span>
            <span>{streetLine(delivery)}</span>
            <span>{cityLine(delivery)}</span>
            <span>{formatPhone(phone)}</span>
            {email && <span>{email}</span>}
          </p>
          <p class="checkout-done__date" id="payment_arrival">
            {arrivalLine(arrivesOn)}
          </p>
        </div>
        <p class="checkout-done__edits">
          <a
            href={paths.deliveryStep(orderToken, {
              change: 'true',
              return_to: paths.paymentStep(orderToken),
            })}
            aria-label="Edit delivery"
          >
            Edit
          </a>
        </p>
      </div>
    </div>
  </section>
)
