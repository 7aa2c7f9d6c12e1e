import { make } from './dom.ts'
import type { StripeElements } from './elements.ts'
import { StripeElement } from './stripe-element.ts'
import { type SheetOptions, WalletSheet } from './wallet-sheet.ts'

export type WalletName = 'applePay' | 'googlePay' | 'link'

export type ExpressOptions = SheetOptions & {
  /** Pixels. */
  buttonHeight?: number
  paymentMethodOrder?: string[]
  paymentMethods?: Partial<Record<WalletName, 'always' | 'auto' | 'never'>>
  wallets?: Partial<Record<WalletName, 'always' | 'auto' | 'never'>>
}

const titles = { applePay: 'Apple Pay', googlePay: 'Google Pay', link: 'Link' } as const
export const wireNames = { applePay: 'apple_pay', googlePay: 'google_pay', link: 'link' } as const

/** Stripe gives a shop one second to answer a click, without asking its server. */
const CLICK_MS = 1_000

/** The wallet buttons; each opens a test wallet that can do what the real ones do. */
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

  protected build(room: ShadowRoot) {
    const buttons = this.#shown().map((name) => this.#button(name))
    room.append(
      make('div', { class: 'wallets', role: 'group', 'aria-label': 'Express checkout' }, ...buttons),
    )
  }

  protected override readyEvent() {
    const shown = this.#shown()
    const has = (name: WalletName) => shown.includes(name)
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
      availablePaymentMethods: shown.length > 0 ? available : undefined,
    }
  }

  #shown(): WalletName[] {
    const { paymentMethodOrder = [], paymentMethods, wallets } = this.#options
    const all: WalletName[] = ['applePay', 'googlePay', 'link']
    const place = (name: WalletName) => {
      const at = paymentMethodOrder.findIndex(
        (each) => each.replaceAll('_', '').toLowerCase() === name.toLowerCase(),
      )
      return at < 0 ? all.length + all.indexOf(name) : at
    }
    return all
      .filter((name) => (paymentMethods?.[name] ?? wallets?.[name]) !== 'never')
      .sort((left, right) => place(left) - place(right))
  }

  #button(name: WalletName): HTMLButtonElement {
    const button = make(
      'button',
      { type: 'button', class: `wallet wallet--${name}`, 'data-wallet': name },
      titles[name],
    )
    const { buttonHeight } = this.#options
    if (buttonHeight) button.style.blockSize = `${buttonHeight}px`
    button.addEventListener('click', () => this.#clicked(name))
    return button
  }

  #clicked(name: WalletName) {
    let answered = false
    const late = setTimeout(() => {
      answered = true
      console.warn('expressCheckout: the click event was not resolved within one second.')
    }, CLICK_MS)
    const answer = (then: () => void) => {
      if (answered) return
      answered = true
      clearTimeout(late)
      then()
    }
    const resolve = (details: SheetOptions = {}) => answer(() => this.#open(name, details))
    const reject = () => answer(() => {})
    if (!this.listens('click')) return resolve()
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
