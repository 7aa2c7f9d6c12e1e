import { make } from './dom.ts'
import type { StripeElements } from './elements.ts'
import { StripeElement } from './stripe-element.ts'
import { type SheetOptions, WalletSheet } from './wallet-sheet.ts'

export type WalletName = 'applePay' | 'googlePay' | 'link'

export type ExpressOptions = SheetOptions & {
  /** In pixels. */
  buttonHeight?: number
  paymentMethodOrder?: string[]
  paymentMethods?: Partial<Record<WalletName, 'always' | 'auto' | 'never'>>
  wallets?: Partial<Record<WalletName, 'always' | 'auto' | 'never'>>
}

const titles = { applePay: 'Apple Pay', googlePay: 'Google Pay', link: 'Link' } as const
export const wireNames = { applePay: 'apple_pay', googlePay: 'google_pay', link: 'link' } as const

/** Stripe gives a shop one second to resolve a click, too short to ask its server. */
const CLICK_MS = 1_000

export class ExpressCheckoutElement extends StripeElement {
  readonly elementType = 'expressCheckout'
  #options: ExpressOptions

  constructor(elements: StripeElements, options: ExpressOptions) {
    super(elements)
    this.#options = options
  }

  override update(options: ExpressOptions): this {
    this.#options = { ...this.#options, ...options }
    return this
  }

  protected build(root: ShadowRoot) {
    const buttons = this.#visibleWallets().map((name) => this.#button(name))
    root.append(
      make('div', { class: 'wallets', role: 'group', 'aria-label': 'Express checkout' }, ...buttons),
    )
  }

  protected override readyEvent() {
    const visible = this.#visibleWallets()
    const has = (name: WalletName) => visible.includes(name)
    const available = {
      applePay: has('applePay'),
      googlePay: has('googlePay'),
      link: has('link'),
      amazonPay: false,
      paypal: false,
      klarna: false,
    }
    return {
      elementType: 'expressCheckout',
      availablePaymentMethods: visible.length > 0 ? available : undefined,
    }
  }

  #visibleWallets(): WalletName[] {
    const { paymentMethodOrder = [], paymentMethods, wallets } = this.#options
    const all: WalletName[] = ['applePay', 'googlePay', 'link']
    const rank = (name: WalletName) => {
      const index = paymentMethodOrder.findIndex(
        (each) => each.replaceAll('_', '').toLowerCase() === name.toLowerCase(),
      )
      return index < 0 ? all.length + all.indexOf(name) : index
    }
    return all
      .filter((name) => (paymentMethods?.[name] ?? wallets?.[name]) !== 'never')
      .sort((left, right) => rank(left) - rank(right))
  }

  #button(name: WalletName): HTMLButtonElement {
    const button = make(
      'button',
      { type: 'button', class: `wallet wallet--${name}`, 'data-wallet': name },
      titles[name],
    )
    const { buttonHeight } = this.#options
    if (buttonHeight) button.style.blockSize = `${buttonHeight}px`
    button.addEventListener('click', () => this.#onClick(name))
    return button
  }

  #onClick(name: WalletName) {
    let isAnswered = false
    const timeout = setTimeout(() => {
      isAnswered = true
      console.warn('expressCheckout: the click event was not resolved within one second.')
    }, CLICK_MS)
    const respondOnce = (action: () => void) => {
      if (isAnswered) return
      isAnswered = true
      clearTimeout(timeout)
      action()
    }
    const resolve = (details: SheetOptions = {}) => respondOnce(() => this.#open(name, details))
    const reject = () => respondOnce(() => {})
    if (!this.hasListener('click')) return resolve()
    this.emit('click', {
      elementType: 'expressCheckout',
      expressPaymentType: wireNames[name],
      resolve,
      reject,
    })
  }

  #open(name: WalletName, details: SheetOptions) {
    new WalletSheet(this, wireNames[name], titles[name], { ...this.#options, ...details }).open()
  }
}
