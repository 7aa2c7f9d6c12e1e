import { Controller } from '@hotwired/stimulus'

/**
 * A number between its least and its most. Where the form sends itself, changes made while a request is under way
 * are merged and the last one wins. What stands in the HTML is what the server last accepted (CRT-2, CRT-3).
 */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['input']
  static override values = { sends: Boolean }
  declare readonly inputTarget: HTMLInputElement
  declare readonly sendsValue: boolean

  #busy = false
  #wanted: string | null = null

  less() {
    this.#step(-1)
  }

  more() {
    this.#step(1)
  }

  change() {
    const { inputTarget: input } = this
    if (input.value === '') input.value = input.min
    if (!input.validity.valid) return this.#revert()
    if (!this.sendsValue || input.value === input.defaultValue) return
    if (this.#busy) this.#wanted = input.value
    else this.element.requestSubmit()
  }

  started() {
    this.#busy = true
  }

  ended({ detail: { success } }: CustomEvent<{ success: boolean }>) {
    this.#busy = false
    const wanted = this.#wanted
    this.#wanted = null
    if (wanted !== null) {
      this.inputTarget.value = wanted
      this.element.requestSubmit()
    } else if (!success) this.#revert()
  }

  #step(by: number) {
    const { min, max, value } = this.inputTarget
    this.inputTarget.value = String(Math.max(Number(min), Math.min(Number(max), Number(value) + by)))
    this.change()
  }

  #revert() {
    this.inputTarget.value = this.inputTarget.defaultValue
  }
}
