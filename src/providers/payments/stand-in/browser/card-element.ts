import { CardForm, type EnteredCard } from './card-form.ts'
import { make } from './dom.ts'
import type { StripeElements } from './elements.ts'
import type { StripeProblem } from './problems.ts'
import { StripeElement } from './stripe-element.ts'
import { testCardList } from './test-card-list.ts'

export type CardOptions = { hidePostalCode?: boolean; disabled?: boolean; value?: { postalCode?: string } }

/** The one-line card form of the older checkout. The shop shows its errors. */
export class CardElement extends StripeElement {
  readonly elementType = 'card'
  readonly form: CardForm
  #lastState = ''

  constructor(elements: StripeElements, options: CardOptions) {
    super(elements)
    const postalCode = options.value?.postalCode ?? ''
    this.form = new CardForm(
      { country: 'US', postalCode, asksCountry: false, asksPostalCode: !options.hidePostalCode },
      () => this.#emitChange(),
    )
    if (options.disabled) this.form.setReadOnly(true)
  }

  override update(options: CardOptions): this {
    if (options.disabled !== undefined) this.form.setReadOnly(options.disabled)
    if (options.value?.postalCode !== undefined) this.form.postal.setValue(options.value.postalCode)
    return this
  }

  clear() {
    this.form.clear()
  }

  validate(): StripeProblem | null {
    return this.form.validate()
  }

  enteredCard(): EnteredCard | null {
    return this.form.enteredCard()
  }

  protected build(root: ShadowRoot) {
    const { number, expiry, code, postal } = this.form
    const line = make(
      'div',
      { class: 'card-line', role: 'group', 'aria-label': 'Card' },
      number.element,
      expiry.element,
      code.element,
    )
    if (this.form.options.asksPostalCode) line.append(postal.element)
    line.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#submitForm(root)
    })
    root.append(
      line,
      testCardList((digits) => this.form.fillTestCard(digits)),
    )
  }

  #submitForm(root: ShadowRoot) {
    root.host.closest('form')?.requestSubmit()
  }

  #emitChange() {
    if (!this.form) return
    const { form } = this
    const invalid = form.fields.find(
      ({ value, problem, options }) => problem && value !== '' && (options.isFull?.(value) ?? false),
    )
    const state = {
      elementType: 'card',
      empty: form.isEmpty,
      complete: form.problem === null,
      error: invalid?.problem ?? undefined,
      brand: form.brand,
      value: { postalCode: form.postal.value },
    }
    const text = JSON.stringify(state)
    if (text === this.#lastState) return
    this.#lastState = text
    this.emit('change', state)
  }
}
