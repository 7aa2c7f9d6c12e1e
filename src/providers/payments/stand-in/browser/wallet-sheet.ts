import { testCards } from '../test-cards.ts'
import { openDialog } from './dialog.ts'
import { freshId, make, money } from './dom.ts'
import type { ExpressCheckoutElement } from './express-element.ts'
import { WalletFields } from './wallet-fields.ts'

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

/** The sheet of a test wallet: what a phone would show, with the same questions asked of the shop. */
export class WalletSheet {
  readonly #fields: WalletFields
  readonly #cards = make('select', { id: freshId('card'), class: 'input', 'data-field': 'card' })
  readonly #lines = make('dl', { class: 'lines' })
  readonly #rates = make('fieldset', {})
  readonly #problem = make('p', { class: 'error error--kept', role: 'alert' })
  readonly #pay = make('button', { type: 'button', class: 'button button--main', 'data-action': 'pay' })
  #rate: ShippingRate | undefined
  #addressOk = true
  #busy = false
  #asked = 0
  #close = () => {}

  constructor(
    readonly element: ExpressCheckoutElement,
    readonly wallet: PaidWallet['wallet'],
    readonly title: string,
    readonly options: SheetOptions,
  ) {
    this.#rate = options.shippingRates?.[0]
    this.#fields = new WalletFields(options, () => this.#addressChanged())
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
        ...this.#fields.elements,
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
    for (const { hint, method, number } of testCards) {
      if (hint) this.#cards.append(make('option', { value: method }, `•••• ${number.slice(-4)} – ${hint}`))
    }
    const label = make('label', { class: 'label', for: this.#cards.id }, 'Card')
    return make('div', { class: 'field' }, label, this.#cards)
  }

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
    const room = this.#rates.getRootNode()
    const wasInside = room instanceof ShadowRoot && this.#rates.contains(room.activeElement)
    this.#rates.hidden = rates.length === 0
    this.#rates.replaceChildren(
      make('legend', {}, 'Shipping'),
      ...rates.map((rate) => this.#rateRow(rate, currency)),
    )
    if (wasInside) this.#rates.querySelector<HTMLInputElement>('input:checked')?.focus()
  }

  #rateRow(rate: ShippingRate, currency: string) {
    const { id, displayName, amount } = rate
    const radio = make('input', { type: 'radio', name: 'rate', value: id, checked: id === this.#rate?.id })
    radio.addEventListener('change', () => {
      this.#rate = rate
      this.#ask('shippingratechange', { shippingRate: rate })
    })
    return make('label', { class: 'rate' }, radio, displayName, make('span', {}, money(amount, currency)))
  }

  #addressChanged() {
    this.#ask('shippingaddresschange', { name: this.#fields.value('name'), address: this.#fields.place })
  }

  /** Asks the shop, and takes its answer unless something newer was asked meanwhile. */
  #ask(type: string, event: object) {
    if (!this.element.listens(type)) return
    this.#asked += 1
    const turn = this.#asked
    const answer = (then: () => void) => {
      if (turn === this.#asked) then()
    }
    this.#settle(false, '')
    this.element.emit(type, {
      ...event,
      resolve: (details: SheetOptions = {}) => answer(() => this.#take(details)),
      reject: () => answer(() => this.#settle(false, UNSHIPPABLE)),
    })
  }

  #take({ lineItems, shippingRates }: SheetOptions) {
    if (lineItems) this.options.lineItems = lineItems
    if (shippingRates) this.options.shippingRates = shippingRates
    const rates = this.options.shippingRates ?? []
    this.#rate = rates.find(({ id }) => id === this.#rate?.id) ?? rates[0]
    this.#settle(true, '')
  }

  #settle(ok: boolean, problem: string) {
    this.#addressOk = ok
    this.#problem.textContent = problem
    this.#draw()
  }

  #confirm() {
    const { missing } = this.#fields
    if (missing) {
      this.#problem.textContent = `${missing.label} is missing.`
      return missing.input.focus()
    }
    this.#busy = true
    this.#settle(true, '')
    const { elements } = this.element
    const { billing } = this.#fields
    elements.wallet = { wallet: this.wallet, card: this.#cards.value, billing, close: () => this.#close() }
    this.element.emit('confirm', {
      expressPaymentType: this.wallet,
      billingDetails: billing,
      ...(this.options.shippingAddressRequired && {
        shippingAddress: { name: this.#fields.value('name'), address: this.#fields.address },
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

  #cancel() {
    this.#close()
    this.element.emit('cancel', { elementType: 'expressCheckout' })
  }
}

const UNSHIPPABLE = 'This address can’t be shipped to. Choose another one.'

const failures: Record<string, string> = {
  invalid_shipping_address: 'This shipping address can’t be used. Check it, please.',
  address_unserviceable: 'This address can’t be shipped to.',
  invalid_billing_address: 'This billing address can’t be used. Check it, please.',
}
