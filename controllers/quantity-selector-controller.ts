import { Controller } from '@hotwired/stimulus'
import { USUAL_BOUNDS } from '#src/cart/rules.ts'
import { cartItemOf } from './support/cart-item.ts'
import { pageCart } from './support/page-cart.ts'
import { insertSelector, removeSelector } from './support/quantity-in-place.ts'

/** A quantity (BEH-10). In a cart form it is the quantity in the box; at zero an add button takes its place. */
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

  #value = 0
  #typed: string | null = null
  #note: HTMLElement | null = null

  override connect() {
    this.show()
  }

  inputTargetConnected(input: HTMLInputElement) {
    this.#value = Number(input.value)
  }

  less() {
    this.#step(-1)
  }

  more() {
    this.#step(1)
  }

  type() {
    this.#note?.remove()
    this.#typed = this.inputTarget.value
  }

  blur() {
    this.#typed = null
  }

  change() {
    const { min, max } = this.#bounds
    const text = this.inputTarget.value.trim()
    const quantity = text === '' ? min : /^\d+$/.test(text) ? Number(text) : Number.NaN
    const isValid = (quantity >= min && quantity <= max) || (quantity === 0 && this.#item !== undefined)
    this.#set(isValid ? quantity : this.#quantity)
    if (!isValid) this.#tell(`Please enter ${min} to ${max}.`)
  }

  show() {
    if (!this.#item) return
    const quantity = this.#quantity
    if (this.hasAddTarget) this.#toggleSelector(quantity > 0)
    if (!this.hasInputTarget) return
    this.inputTarget.value = this.#typed ?? String(quantity)
    if (this.hasLessTarget) this.#markLast(quantity <= this.#bounds.min)
  }

  #step(by: 1 | -1) {
    const { min, max } = this.#bounds
    const typed = this.inputTarget.valueAsNumber
    const next = Math.round(Number.isNaN(typed) ? this.#quantity : typed) + by
    const lowest = this.hasAddTarget ? 0 : min
    this.#set(next < min ? lowest : Math.min(max, next))
  }

  #set(quantity: number) {
    this.#note?.remove()
    this.#typed = null
    this.inputTarget.value = String(quantity)
    if (!this.#item) this.#value = quantity
    else if (quantity !== this.#quantity) this.#send()
  }

  /** Why the field shows its former quantity again. */
  #tell(words: string) {
    const note = document.createElement('p')
    note.className = 'quantity__note'
    note.role = 'alert'
    note.textContent = words
    this.inputTarget.closest('.quantity')?.after(note)
    this.#note = note
  }

  #send() {
    this.element.noValidate = true
    this.element.requestSubmit()
  }

  #toggleSelector(isInBox: boolean) {
    if (isInBox === this.hasInPlaceTarget) return
    const hadFocus = this.element.contains(document.activeElement)
    if (isInBox) insertSelector(this.element, this.#product, { min: this.minValue, max: this.maxValue })
    else removeSelector(this.element, this.inPlaceTarget)
    this.addTarget.hidden = isInBox
    // Not the input: focusing it would open a phone's keyboard.
    if (hadFocus) (isInBox ? this.moreTarget : this.addTarget).focus()
  }

  #markLast(isLast: boolean) {
    this.lessTarget.toggleAttribute('data-last', isLast)
    this.lessTarget.setAttribute('aria-label', isLast ? 'Remove from box' : 'One less')
  }

  get #quantity() {
    return this.#item ? pageCart.quantityOf(this.#item) : this.#value
  }

  get #item() {
    return cartItemOf(this.element)
  }

  get #product() {
    return this.ofTarget.textContent.trim()
  }

  get #bounds() {
    const { min, max } = this.inputTarget
    return { min: Number(min || USUAL_BOUNDS.min), max: Number(max || USUAL_BOUNDS.max) }
  }
}
