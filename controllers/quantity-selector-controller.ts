import { Controller } from '@hotwired/stimulus'
import { USUAL_BOUNDS } from '#src/cart/rules.ts'
import { cartItemOf } from './support/cart-item.ts'
import { pageCart } from './support/page-cart.ts'
import { applyInPlace, takeFromPlace } from './support/quantity-in-place.ts'

/**
 * A number between its least and its most (BEH-10). In a form that changes the box it is how many are in it:
 * what the box holds is shown, and a change is sent. An add button stands in its place while there are none.
 */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['input', 'add', 'of', 'inPlace', 'less', 'more']
  static override values = {
    min: { type: Number, default: USUAL_BOUNDS.min },
    max: { type: Number, default: USUAL_BOUNDS.max },
  }
  declare readonly inputTarget: HTMLInputElement
  declare readonly hasInputTarget: boolean
  declare readonly addTarget: HTMLElement
  declare readonly hasAddTarget: boolean
  declare readonly ofTarget: HTMLElement
  declare readonly inPlaceTarget: HTMLElement
  declare readonly hasInPlaceTarget: boolean
  declare readonly lessTarget: HTMLElement
  declare readonly hasLessTarget: boolean
  declare readonly moreTarget: HTMLElement
  declare readonly minValue: number
  declare readonly maxValue: number

  #settled = 0
  #typed: string | null = null

  override connect() {
    this.show()
  }

  inputTargetConnected(input: HTMLInputElement) {
    this.#settled = Number(input.value)
  }

  less() {
    this.#step(-1)
  }

  more() {
    this.#step(1)
  }

  type() {
    this.#typed = this.inputTarget.value
  }

  leave() {
    this.#typed = null
  }

  change() {
    const { min, max } = this.#bounds
    const text = this.inputTarget.value.trim()
    const amount = text === '' ? min : /^\d+$/.test(text) ? Number(text) : Number.NaN
    const makesSense = (amount >= min && amount <= max) || (amount === 0 && this.#item !== undefined)
    this.#settle(makesSense ? amount : this.#standing)
  }

  show() {
    if (!this.#item) return
    const amount = this.#standing
    if (this.hasAddTarget) this.#turn(amount > 0)
    if (!this.hasInputTarget) return
    this.inputTarget.value = this.#typed ?? String(amount)
    if (this.hasLessTarget) this.#markLast(amount <= this.#bounds.min)
  }

  #step(by: 1 | -1) {
    const { min, max } = this.#bounds
    const typed = this.inputTarget.valueAsNumber
    const next = Math.round(Number.isNaN(typed) ? this.#standing : typed) + by
    const none = this.hasAddTarget ? 0 : min
    this.#settle(next < min ? none : Math.min(max, next))
  }

  #settle(amount: number) {
    this.#typed = null
    this.inputTarget.value = String(amount)
    if (!this.#item) this.#settled = amount
    else if (amount !== this.#standing) this.#send()
  }

  #send() {
    this.element.noValidate = true // none is less than the least
    this.element.requestSubmit()
  }

  #turn(isInBox: boolean) {
    if (isInBox === this.hasInPlaceTarget) return
    const hadFocus = this.element.contains(document.activeElement)
    if (isInBox) applyInPlace(this.element, this.#words, { min: this.minValue, max: this.maxValue })
    else takeFromPlace(this.element, this.inPlaceTarget)
    this.addTarget.hidden = isInBox
    // Not to the field: on a phone that would bring the keyboard up.
    if (hadFocus) (isInBox ? this.moreTarget : this.addTarget).focus()
  }

  #markLast(isLast: boolean) {
    this.lessTarget.toggleAttribute('data-last', isLast)
    this.lessTarget.setAttribute('aria-label', isLast ? 'Take it out of the box' : 'One less')
  }

  get #standing() {
    return this.#item ? pageCart.quantityOf(this.#item) : this.#settled
  }

  get #item() {
    return cartItemOf(this.element)
  }

  /** What it counts. */
  get #words() {
    return this.ofTarget.textContent.trim()
  }

  get #bounds() {
    const { min, max } = this.inputTarget
    return { min: Number(min || USUAL_BOUNDS.min), max: Number(max || USUAL_BOUNDS.max) }
  }
}
