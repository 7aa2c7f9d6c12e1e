/** @jsxImportSource react */
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeExpressCheckoutElementClickEvent as Click, Stripe } from '@stripe/stripe-js'
import { useEffect, useMemo, useRef, useState } from 'react'
import { elementsOptions } from './elements-options.ts'
import type { expressVerbs, WalletBackend } from './express-verbs.ts'
import type { Flow } from './props.ts'
import { UNPRICED } from './wallet.ts'

export type ExpressCheckoutProps = {
  stripe: Stripe | null
  flow: Flow
  totalCents: number
  /** What the order does not know yet, and the wallet is asked for. */
  asks: { email: boolean; address: boolean }
  /** Why no wallet may be opened just now, in a sentence. */
  hindrance: { message: string; code: string } | null
  /** The order is being paid or changed: nothing else may begin. */
  idle: boolean
  verbs: ReturnType<typeof expressVerbs>
}

/** The wallets, above the steps that they make unnecessary. Their room is kept from the first, so that nothing jumps. */
export function ExpressCheckout(props: ExpressCheckoutProps) {
  const { stripe, flow, totalCents } = props
  const [shown, setShown] = useState<'awaited' | 'ready' | 'none'>('awaited')
  const options = useMemo(
    () => (stripe ? elementsOptions(flow, totalCents) : null),
    [stripe, flow, totalCents],
  )
  if (shown === 'none') return null
  return (
    <section
      className="express"
      aria-label="Express checkout"
      inert={!props.idle}
      aria-busy={shown === 'awaited'}
    >
      {shown === 'awaited' && <div className="express__skeleton" aria-hidden="true" />}
      {options && (
        <Elements stripe={stripe} options={options}>
          <Wallets {...props} showing={(has) => setShown(has ? 'ready' : 'none')} />
        </Elements>
      )}
      <p className="or-line">or step by step</p>
    </section>
  )
}

type WalletsProps = ExpressCheckoutProps & { showing: (hasWallets: boolean) => void }

function Wallets({ totalCents, asks, hindrance, verbs, showing }: WalletsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const shown = useRef({ cents: totalCents })
  useEffect(() => {
    shown.current.cents = totalCents
  }, [totalCents])

  /** To be answered within a second, so without asking the server. */
  function open(event: Click) {
    if (hindrance) {
      event.reject()
      verbs.refuseWallet(hindrance)
      return
    }
    event.resolve(asks.address ? { shippingRates: [UNPRICED] } : {})
  }

  const withTill = (act: (till: WalletBackend) => Promise<unknown>) => {
    if (stripe && elements) void act({ stripe, elements, shown: shown.current })
  }

  return (
    <ExpressCheckoutElement
      options={{
        paymentMethodOrder: ['applePay', 'googlePay', 'link'],
        buttonHeight: 48,
        emailRequired: asks.email,
        phoneNumberRequired: asks.address,
        shippingAddressRequired: asks.address,
        allowedShippingCountries: ['US'],
      }}
      onReady={({ availablePaymentMethods }) => showing(Boolean(availablePaymentMethods))}
      onLoadError={() => showing(false)}
      onClick={open}
      onShippingAddressChange={(event) => withTill((till) => verbs.walletPlaced(till, event))}
      onShippingRateChange={(event) => withTill((till) => verbs.walletRated(till, event))}
      onConfirm={(event) => withTill((till) => verbs.payByWallet(till, event))}
    />
  )
}
