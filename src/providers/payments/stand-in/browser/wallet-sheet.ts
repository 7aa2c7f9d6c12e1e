import { testCards } from '../test-cards.ts'
import { openDialog } from './dialog.ts'
import { make, money, uniqueId } from './dom.ts'
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

export type PaidWallet = {
  wallet: 'apple_pay' | 'google_pay' | 'link'
  card: string
  billing: object
  close(): void
}

export class WalletSheet {
  readonly #fields: WalletFields
  readonly #cards = make('select', { id: uniqueId('card'), class: 'input', 'data-field': 'card' })
  readonly #lines = make('dl', { class: 'lines' })
  readonly #rates = make('fieldset', {})
  readonly #problem = make('p', { class: 'error error--kept', role: 'alert' })
  readonly #pay = make('button', { type: 'button', class: 'button button--main', 'data-action': 'pay' })
  #rate: ShippingRate | undefined
  #isAddressOk = true
  #isBusy = false
  #requestCount = 0
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
    const onUpdate = () => this.#draw()
    this.element.elements.on('update', onUpdate)
    const dialog = openDialog(this.title, this.element.elements.options.appearance, () => this.#cancel(), [
      make(
        'p',
        {},
        `This is a test wallet. ${this.options.business?.name ?? 'The shop'} is requesting a payment.`,
      ),
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
      this.element.elements.off('update', onUpdate)
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
    this.#pay.textContent = this.#isBusy ? 'Processing…' : `Pay ${money(amount, currency)}`
    this.#pay.disabled = this.#isBusy || !this.#isAddressOk
    this.#drawRates(currency)
  }

  #drawRates(currency: string) {
    const rates = this.options.shippingRates ?? []
    const root = this.#rates.getRootNode()
    const hadFocus = root instanceof ShadowRoot && this.#rates.contains(root.activeElement)
    this.#rates.hidden = rates.length === 0
    this.#rates.replaceChildren(
      make('legend', {}, 'Shipping'),
      ...rates.map((rate) => this.#rateRow(rate, currency)),
    )
    if (hadFocus) this.#rates.querySelector<HTMLInputElement>('input:checked')?.focus()
  }

  #rateRow(rate: ShippingRate, currency: string) {
    const { id, displayName, amount } = rate
    const radio = make('input', { type: 'radio', name: 'rate', value: id, checked: id === this.#rate?.id })
    radio.addEventListener('change', () => {
      this.#rate = rate
      this.#emitToShop('shippingratechange', { shippingRate: rate })
    })
    return make('label', { class: 'rate' }, radio, displayName, make('span', {}, money(amount, currency)))
  }

  #addressChanged() {
    this.#emitToShop('shippingaddresschange', {
      name: this.#fields.value('name'),
      address: this.#fields.partialAddress,
    })
  }

  /** Asks the shop, and ignores its answer if a newer question is pending. */
  #emitToShop(type: string, event: object) {
    if (!this.element.hasListener(type)) return
    this.#requestCount += 1
    const request = this.#requestCount
    const ifCurrent = (action: () => void) => {
      if (request === this.#requestCount) action()
    }
    this.#setState(false, '')
    this.element.emit(type, {
      ...event,
      resolve: (details: SheetOptions = {}) => ifCurrent(() => this.#applyDetails(details)),
      reject: () => ifCurrent(() => this.#setState(false, UNSHIPPABLE)),
    })
  }

  #applyDetails({ lineItems, shippingRates }: SheetOptions) {
    if (lineItems) this.options.lineItems = lineItems
    if (shippingRates) this.options.shippingRates = shippingRates
    const rates = this.options.shippingRates ?? []
    this.#rate = rates.find(({ id }) => id === this.#rate?.id) ?? rates[0]
    this.#setState(true, '')
  }

  #setState(isAddressOk: boolean, problem: string) {
    this.#isAddressOk = isAddressOk
    this.#problem.textContent = problem
    this.#draw()
  }

  #confirm() {
    const { missing } = this.#fields
    if (missing) {
      this.#problem.textContent = `${missing.label} is required.`
      return missing.input.focus()
    }
    this.#isBusy = true
    this.#setState(true, '')
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
        this.#isBusy = false
        this.#setState(
          true,
          failure.message ?? failures[failure.reason ?? ''] ?? 'Your payment didn’t go through.',
        )
      },
    })
  }

  #cancel() {
    this.#close()
    this.element.emit('cancel', { elementType: 'expressCheckout' })
  }
}

const UNSHIPPABLE = 'We can’t ship to this address. Please choose another.'

const failures: Record<string, string> = {
  invalid_shipping_address: 'This shipping address doesn’t work. Please check it.',
  address_unserviceable: 'We can’t ship to this address.',
  invalid_billing_address: 'This billing address doesn’t work. Please check it.',
}
