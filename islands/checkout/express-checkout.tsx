/** @jsxImportSource react */

import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeExpressCheckoutElementClickEvent as Click, Stripe } from '@stripe/stripe-js'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Flow } from '#src/payments/flow.ts'
import { elementsOptions } from './elements-options.ts'
import type { expressVerbs, WalletBackend } from './express-verbs.ts'
import { UNPRICED } from './wallet.ts'

export type ExpressCheckoutProps = {
  stripe: Stripe | null
  flow: Flow
  totalCents: number
  /** What the wallet has to provide, because the order lacks it. */
  missing: { email: boolean; address: boolean }
  blocker: { message: string; code: string } | null
  /** False while the order is being paid. */
  isIdle: boolean
  verbs: ReturnType<typeof expressVerbs>
}

/** Reserves space for the wallets while they load, so that nothing shifts. */
export function ExpressCheckout(props: ExpressCheckoutProps) {
  const { stripe, flow, totalCents } = props
  const [shown, setShown] = useState<'loading' | 'ready' | 'none'>('loading')
  const options = useMemo(
    () => (stripe ? elementsOptions(flow, totalCents) : null),
    [stripe, flow, totalCents],
  )
  if (shown === 'none') return null
  return (
    <section
      className="express"
      aria-label="Express checkout"
      inert={!props.isIdle}
      aria-busy={shown === 'loading'}
    >
      {shown === 'loading' && <div className="express__skeleton" aria-hidden="true" />}
      {options && (
        <Elements stripe={stripe} options={options}>
          <Wallets {...props} onLoaded={(hasWallets) => setShown(hasWallets ? 'ready' : 'none')} />
        </Elements>
      )}
      <p className="or-line">or pay by card</p>
    </section>
  )
}

type WalletsProps = ExpressCheckoutProps & { onLoaded: (hasWallets: boolean) => void }

function Wallets({ totalCents, missing, blocker, verbs, onLoaded }: WalletsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const shown = useRef({ cents: totalCents })
  useEffect(() => {
    shown.current.cents = totalCents
  }, [totalCents])

  /** Stripe allows one second, so this makes no request. */
  function open(event: Click) {
    if (blocker) {
      event.reject()
      verbs.refuseWallet(blocker)
      return
    }
    event.resolve(missing.address ? { shippingRates: [UNPRICED] } : {})
  }

  /** One at a time, as answers that overtake each other would leave the page with an older one. */
  const previous = useRef<Promise<unknown>>(Promise.resolve())
  const withBackend = (run: (backend: WalletBackend) => Promise<unknown>) => {
    if (!stripe || !elements) return
    const next = () => run({ stripe, elements, shown: shown.current })
    previous.current = previous.current.then(next, next)
  }

  return (
    <ExpressCheckoutElement
      options={{
        paymentMethodOrder: ['applePay', 'googlePay', 'link'],
        buttonHeight: 48,
        emailRequired: missing.email,
        phoneNumberRequired: missing.address,
        shippingAddressRequired: missing.address,
        allowedShippingCountries: ['US'],
      }}
      onReady={({ availablePaymentMethods }) => onLoaded(Boolean(availablePaymentMethods))}
      onLoadError={() => onLoaded(false)}
      onClick={open}
      onShippingAddressChange={(event) => withBackend((backend) => verbs.changeWalletAddress(backend, event))}
      onShippingRateChange={(event) => withBackend((backend) => verbs.changeWalletRate(backend, event))}
      onConfirm={(event) => withBackend((backend) => verbs.payByWallet(backend, event))}
    />
  )
}
