import { CardForm, type EnteredCard } from './card-form.ts'
import { make } from './dom.ts'
import type { StripeElements } from './elements.ts'
import type { StripeProblem } from './problems.ts'
import { StripeElement } from './stripe-element.ts'
import { testCardList } from './test-card-list.ts'

type Visibility = 'auto' | 'never' | undefined
type AddressFields = Visibility | { country?: Visibility; postalCode?: Visibility }
export type PaymentOptions = {
  defaultValues?: { billingDetails?: { address?: { country?: string; postal_code?: string } } }
  fields?: { billingDetails?: Visibility | { address?: AddressFields } }
  readOnly?: boolean
}

export class PaymentElement extends StripeElement {
  readonly elementType = 'payment'
  readonly form: CardForm
  #lastState = ''

  constructor(elements: StripeElements, options: PaymentOptions) {
    super(elements)
    const address = options.defaultValues?.billingDetails?.address
    this.form = new CardForm(
      {
        country: address?.country ?? 'US',
        postalCode: address?.postal_code ?? '',
        asksCountry: asksFor(options, 'country'),
        asksPostalCode: asksFor(options, 'postalCode'),
      },
      () => this.#emitChange(),
    )
    this.#lastState = JSON.stringify(this.#state())
    if (options.readOnly) this.form.setReadOnly(true)
  }

  override update(options: PaymentOptions): this {
    if (options.readOnly !== undefined) this.form.setReadOnly(options.readOnly)
    return this
  }

  collapse(): this {
    return this
  }

  validate(): StripeProblem | null {
    return this.form.validate()
  }

  enteredCard(): EnteredCard | null {
    return this.form.enteredCard()
  }

  protected build(root: ShadowRoot) {
    const { form } = this
    const grid = make(
      'div',
      { class: 'card', role: 'group', 'aria-label': 'Card' },
      form.number.element,
      form.expiry.element,
      form.code.element,
    )
    if (form.options.asksCountry) grid.append(form.countryField)
    if (form.options.asksPostalCode) grid.append(form.postal.element)
    root.append(
      make(
        'div',
        { class: 'payment' },
        grid,
        testCardList((number) => form.fillTestCard(number)),
      ),
    )
  }

  #state() {
    const { form } = this
    const address = { country: form.country.value, postalCode: form.postal.value || null }
    return {
      elementType: 'payment',
      empty: form.isEmpty,
      complete: form.problem === null,
      collapsed: false,
      value: { type: 'card', billingDetails: { address } },
    }
  }

  #emitChange() {
    // CardForm calls back from its own constructor, before `form` is assigned.
    if (!this.form) return
    const state = this.#state()
    const text = JSON.stringify(state)
    if (text === this.#lastState) return
    this.#lastState = text
    this.emit('change', state)
  }
}

function asksFor({ fields }: PaymentOptions, name: 'country' | 'postalCode'): boolean {
  const billing = fields?.billingDetails
  if (billing === 'never') return false
  const address = typeof billing === 'object' ? billing.address : undefined
  if (address === 'never') return false
  return typeof address === 'object' ? address[name] !== 'never' : true
}
