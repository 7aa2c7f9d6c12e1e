/** @jsxImportSource react */
import {
  CardElement,
  Elements,
  ExpressCheckoutElement,
  PaymentElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

// A small shop with the official browser packages: the stand-in must do for them what Stripe.js does.

const stripe = loadStripe('pk_test_stand_in')
const body = document.body
const say = (name: string, value: unknown) =>
  body.setAttribute(`data-${name}`, typeof value === 'string' ? value : JSON.stringify(value))

async function makeIntent() {
  const answer = await fetch('/intents', { method: 'POST' })
  return (await answer.json()).clientSecret as string
}

function Checkout() {
  const stripe = useStripe()
  const elements = useElements()
  const [complete, setComplete] = useState(false)

  async function pay() {
    if (!stripe || !elements) return
    const { error } = await elements.submit()
    if (error) return say('result', { error })
    const clientSecret = await makeIntent()
    const return_url = `${location.origin}/done`
    say(
      'result',
      await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url },
        redirect: 'if_required',
      }),
    )
  }

  return (
    <>
      <ExpressCheckoutElement
        options={{
          paymentMethodOrder: ['applePay', 'googlePay', 'link'],
          emailRequired: true,
          shippingAddressRequired: true,
          shippingRates: [{ id: 'standard', displayName: 'Standard', amount: 1_495 }],
        }}
        onReady={(event) => say('wallets', event.availablePaymentMethods)}
        onClick={(event) => event.resolve()}
        onShippingAddressChange={(event) => (event.address.state === 'AK' ? event.reject() : event.resolve())}
        onCancel={() => say('canceled', 'yes')}
        onConfirm={async (event) => {
          if (event.shippingAddress?.address.postal_code === '58501') {
            return event.paymentFailed({
              reason: 'invalid_shipping_address',
              message: 'No day fits this ZIP.',
            })
          }
          say('express', event)
          await pay()
        }}
      />
      <PaymentElement
        onReady={() => say('ready', 'yes')}
        onChange={(event) => {
          say('change', event)
          setComplete(event.complete)
        }}
      />
      <button type="button" id="pay" data-complete={complete} onClick={pay}>
        Pay
      </button>
    </>
  )
}

function OldCheckout() {
  const stripe = useStripe()
  const elements = useElements()
  const makeToken = async () => {
    const card = elements?.getElement(CardElement)
    if (stripe && card) say('token', await stripe.createToken(card, { name: 'Ana' }))
  }
  return (
    <>
      <CardElement onChange={(event) => say('card', event)} />
      <button type="button" id="token" onClick={makeToken}>
        Save card
      </button>
    </>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Elements
        stripe={stripe}
        options={{
          mode: 'payment',
          amount: 4_900,
          currency: 'usd',
          appearance: { variables: { colorPrimary: '#7b2320' } },
        }}
      >
        <Checkout />
      </Elements>
      <Elements stripe={stripe}>
        <OldCheckout />
      </Elements>
    </StrictMode>,
  )
}
