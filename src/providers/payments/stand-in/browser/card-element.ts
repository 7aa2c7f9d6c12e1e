import { CardForm, type EnteredCard } from './card-form.ts'
import { make } from './dom.ts'
import type { StripeElements } from './elements.ts'
import type { StripeProblem } from './problems.ts'
import { StripeElement } from './stripe-element.ts'
import { testCardList } from './test-card-list.ts'

export type CardOptions = { hidePostalCode?: boolean; disabled?: boolean; value?: { postalCode?: string } }

/** The one-line card form of the older checkout. Its errors are the shop's to show. */
export class CardElement extends StripeElement {
  readonly elementType = 'card'
  readonly form: CardForm
  #told = ''

  constructor(elements: StripeElements, options: CardOptions) {
    super(elements)
    const postalCode = options.value?.postalCode ?? ''
    this.form = new CardForm(
      { country: 'US', postalCode, asksCountry: false, asksPostalCode: !options.hidePostalCode },
      () => this.#tell(),
    )
    if (options.disabled) this.form.freeze(true)
  }

  override update(options: CardOptions): this {
    if (options.disabled !== undefined) this.form.freeze(options.disabled)
    if (options.value?.postalCode !== undefined) this.form.postal.fill(options.value.postalCode)
    return this
  }

  clear() {
    this.form.clear()
  }

  judge(): StripeProblem | null {
    return this.form.judge()
  }

  entered(): EnteredCard | null {
    return this.form.entered()
  }

  protected build(room: ShadowRoot) {
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
      if (event.key === 'Enter') this.#submitForm(room)
    })
    room.append(
      line,
      testCardList((digits) => this.form.use(digits)),
    )
  }

  #submitForm(room: ShadowRoot) {
    room.host.closest('form')?.requestSubmit()
  }

  #tell() {
    if (!this.form) return
    const { form } = this
    const wrong = form.fields.find(
      ({ value, problem, options }) => problem && value !== '' && (options.isFull?.(value) ?? false),
    )
    const state = {
      elementType: 'card',
      empty: form.isEmpty,
      complete: form.problem === null,
      error: wrong?.problem ?? undefined,
      brand: form.brand,
      value: { postalCode: form.postal.value },
    }
    const text = JSON.stringify(state)
    if (text === this.#told) return
    this.#told = text
    this.emit('change', state)
  }
}
