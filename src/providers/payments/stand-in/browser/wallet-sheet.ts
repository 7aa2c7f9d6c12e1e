import { testCards } from '../test-cards.ts'
import { openDialog } from './dialog.ts'
import { freshId, make, money } from './dom.ts'
import type { ExpressCheckoutElement } from './express-element.ts'

export type LineItem = { name: string; amount: number }
export type ShippingRate = { id: string; displayName: string; amount: number; deliveryEstimate?: unknown }
export type SheetOptions = {
  business?: { name: string }
  emailRequired?: boolean
  phoneNumberRequired?: boolean
  shippingAddressRequired?: boolean
  billingAddressRequired?: boolean
  lineItems?: LineItem[]
  shippingRates?: ShippingRate[]
}

/** What confirmPayment takes from a wallet in place of the card form. */
export type PaidWallet = {
  wallet: 'apple_pay' | 'google_pay' | 'link'
  card: string
  billing: object
  close(): void
}

const boxes = {
  email: ['Email', 'email', 'jenny@example.com'],
  phone: ['Phone', 'tel', '(206) 555-0134'],
  name: ['Name', 'shipping name', 'Jenny Rosen'],
  line1: ['Street address', 'shipping address-line1', '1912 Pike Pl'],
  line2: ['Apartment or suite', 'shipping address-line2', ''],
  city: ['City', 'shipping address-level2', 'Seattle'],
  state: ['State', 'shipping address-level1', 'WA'],
  postal_code: ['ZIP', 'shipping postal-code', '98101'],
} as const
type Box = keyof typeof boxes

/** The sheet of a test wallet: what a phone would show, with the same questions asked of the shop. */
export class WalletSheet {
  readonly #inputs = new Map<Box, HTMLInputElement>()
  readonly #cards = make('select', { id: freshId('card'), class: 'input', 'data-field': 'card' })
  readonly #lines = make('dl', { class: 'lines' })
  readonly #rates = make('fieldset', {})
  readonly #problem = make('p', { class: 'error error--kept', role: 'alert' })
  readonly #pay = make('button', { type: 'button', class: 'button button--main', 'data-action': 'pay' })
  #rate: ShippingRate | undefined
  #addressOk = true
  #busy = false
  #close = () => {}

  constructor(
    readonly element: ExpressCheckoutElement,
    readonly wallet: PaidWallet['wallet'],
    readonly title: string,
    readonly options: SheetOptions,
  ) {
    this.#rate = options.shippingRates?.[0]
  }

  open() {
    const cancel = make('button', { type: 'button', class: 'button', 'data-action': 'cancel' }, 'Cancel')
    cancel.addEventListener('click', () => this.#cancel())
    this.#pay.addEventListener('click', () => this.#confirm())
    const redraw = () => this.#draw()
    this.element.elements.on('update', redraw)
    const dialog = openDialog(this.title, this.element.elements.options.appearance, () => this.#cancel(), [
      make('p', {}, `A test wallet. ${this.options.business?.name ?? 'The shop'} asks for a payment.`),
      make(
        'div',
        { class: 'sheet' },
        this.#cardField(),
        ...this.#contact(),
        ...this.#address(),
        this.#rates,
        this.#lines,
        this.#problem,
      ),
      make('div', { class: 'actions' }, this.#pay, cancel),
    ])
    this.#close = () => {
      this.element.elements.off('update', redraw)
      this.element.elements.wallet = null
      dialog.close()
    }
    this.#draw()
    if (this.options.shippingAddressRequired) this.#addressChanged()
  }

  #cardField() {
    for (const card of testCards) {
      if (card.hint)
        this.#cards.append(
          make('option', { value: card.method }, `•••• ${card.number.slice(-4)} – ${card.hint}`),
        )
    }
    return make(
      'div',
      { class: 'field' },
      make('label', { class: 'label', for: this.#cards.id }, 'Card'),
      this.#cards,
    )
  }

  #contact(): HTMLElement[] {
    const { emailRequired, phoneNumberRequired, shippingAddressRequired, billingAddressRequired } =
      this.options
    const wanted: Box[] = []
    if (emailRequired) wanted.push('email')
    if (phoneNumberRequired) wanted.push('phone')
    if (billingAddressRequired && !shippingAddressRequired)
      wanted.push('name', 'line1', 'city', 'state', 'postal_code')
    return wanted.map((box) => this.#field(box))
  }

  #address(): HTMLElement[] {
    if (!this.options.shippingAddressRequired) return []
    const fields = (['name', 'line1', 'line2', 'city', 'state', 'postal_code'] as const).map((box) =>
      this.#field(box),
    )
    for (const box of ['city', 'state', 'postal_code'] as const)
      this.#inputs.get(box)?.addEventListener('change', () => this.#addressChanged())
    return fields
  }

  #field(box: Box): HTMLElement {
    const [label, autocomplete, value] = boxes[box]
    const input = make('input', { id: freshId(box), class: 'input', autocomplete, value, 'data-field': box })
    this.#inputs.set(box, input)
    return make(
      'div',
      { class: `field field--${box}` },
      make('label', { class: 'label', for: input.id }, label),
      input,
    )
  }

  #value = (box: Box) => this.#inputs.get(box)?.value.trim() ?? ''

  #draw() {
    const { amount = 0, currency = 'usd' } = this.element.elements.options
    const line = (name: string, cents: number, total = false) =>
      make('div', { class: total && 'total' }, make('dt', {}, name), make('dd', {}, money(cents, currency)))
    this.#lines.replaceChildren(
      ...(this.options.lineItems ?? []).map((item) => line(item.name, item.amount)),
      line('Total', amount, true),
    )
    this.#pay.textContent = this.#busy ? 'Processing…' : `Pay ${money(amount, currency)}`
    this.#pay.disabled = this.#busy || !this.#addressOk
    this.#drawRates(currency)
  }

  #drawRates(currency: string) {
    const rates = this.options.shippingRates ?? []
    this.#rates.hidden = rates.length === 0
    this.#rates.replaceChildren(
      make('legend', {}, 'Shipping'),
      ...rates.map((rate) => this.#rateRow(rate, currency)),
    )
  }

  #rateRow(rate: ShippingRate, currency: string) {
    const radio = make('input', {
      type: 'radio',
      name: 'rate',
      value: rate.id,
      checked: rate.id === this.#rate?.id,
    })
    radio.addEventListener('change', () => {
      this.#rate = rate
      this.#ask('shippingratechange', { shippingRate: rate })
    })
    return make(
      'label',
      { class: 'rate' },
      radio,
      rate.displayName,
      make('span', {}, money(rate.amount, currency)),
    )
  }

  /** Before paying, wallets tell only where, never who or which street. */
  #addressChanged() {
    const address = {
      city: this.#value('city'),
      state: this.#value('state'),
      postal_code: this.#value('postal_code'),
      country: 'US',
    }
    this.#ask('shippingaddresschange', { name: this.#value('name'), address })
  }

  #ask(type: string, event: object) {
    if (!this.element.listens(type)) return
    this.#settle(false, '')
    const resolve = (details: SheetOptions = {}) => {
      if (details.lineItems) this.options.lineItems = details.lineItems
      if (details.shippingRates) this.options.shippingRates = details.shippingRates
      const rates = this.options.shippingRates ?? []
      this.#rate = rates.find(({ id }) => id === this.#rate?.id) ?? rates[0]
      this.#settle(true, '')
    }
    this.element.emit(type, {
      ...event,
      resolve,
      reject: () => this.#settle(false, 'This address can’t be shipped to. Choose another one.'),
    })
  }

  #settle(ok: boolean, problem: string) {
    this.#addressOk = ok
    this.#problem.textContent = problem
    this.#draw()
  }

  #confirm() {
    const missing = [...this.#inputs].find(([box, input]) => box !== 'line2' && input.value.trim() === '')
    if (missing) {
      this.#problem.textContent = `${boxes[missing[0]][0]} is missing.`
      return missing[1].focus()
    }
    this.#busy = true
    this.#settle(true, '')
    const { elements } = this.element
    const billing = this.#billing()
    elements.wallet = { wallet: this.wallet, card: this.#cards.value, billing, close: () => this.#close() }
    this.element.emit('confirm', {
      expressPaymentType: this.wallet,
      billingDetails: billing,
      ...(this.options.shippingAddressRequired && {
        shippingAddress: { name: this.#value('name'), address: this.#whole() },
      }),
      ...(this.#rate && { shippingRate: this.#rate }),
      paymentFailed: (failure: { reason?: string; message?: string } = {}) => {
        elements.wallet = null
        this.#busy = false
        this.#settle(
          true,
          failure.message ?? failures[failure.reason ?? ''] ?? 'The payment was not completed.',
        )
      },
    })
  }

  #whole() {
    const line2 = this.#value('line2')
    const lines = {
      line1: this.#value('line1'),
      line2: line2 || null,
      city: this.#value('city'),
      state: this.#value('state'),
    }
    return { ...lines, postal_code: this.#value('postal_code'), country: 'US' }
  }

  #billing() {
    const address = this.#inputs.has('line1') ? this.#whole() : undefined
    return {
      name: this.#value('name') || 'Jenny Rosen',
      email: this.#value('email') || undefined,
      phone: this.#value('phone') || undefined,
      address,
    }
  }

  #cancel() {
    this.#close()
    this.element.emit('cancel', { elementType: 'expressCheckout' })
  }
}

const failures: Record<string, string> = {
  invalid_shipping_address: 'This shipping address can’t be used. Check it, please.',
  address_unserviceable: 'This address can’t be shipped to.',
  invalid_billing_address: 'This billing address can’t be used. Check it, please.',
}
