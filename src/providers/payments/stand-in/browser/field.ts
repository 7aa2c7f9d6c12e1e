import { freshId, make } from './dom.ts'
import type { StripeProblem } from './problems.ts'

export type FieldOptions = {
  name: string
  label: string
  autocomplete: string
  placeholder?: string
  /** Rewrites what was typed, such as into groups of four; `before` is what stood there. */
  rewrite?: (text: string, before: string) => string
  problem: (text: string) => StripeProblem | null
  /** Typed in full: then a problem shows at once and the next field is due. */
  isFull?: (text: string) => boolean
  numeric?: boolean
  type?: string
}

/** A labelled box that says what is wrong with it, once its owner has left it or filled it. */
export class Field {
  readonly element: HTMLElement
  readonly input: HTMLInputElement
  readonly #error: HTMLElement
  #before = ''
  #judged = false

  constructor(
    readonly options: FieldOptions,
    readonly changed: (field: Field, filled: boolean) => void,
  ) {
    const { name, label, autocomplete, placeholder } = options
    const id = freshId(name)
    this.#error = make('p', { id: `${id}-error`, class: 'error', role: 'alert' })
    this.input = make('input', {
      id,
      class: 'input',
      type: options.type ?? 'text',
      inputmode: options.numeric ? 'numeric' : undefined,
      autocomplete,
      placeholder,
      'aria-required': 'true',
      'data-field': name,
      spellcheck: 'false',
    })
    this.element = make(
      'div',
      { class: `field field--${name}` },
      make('label', { for: id, class: 'label' }, label),
      this.input,
      this.#error,
    )
    this.input.addEventListener('input', () => this.#typed())
    this.input.addEventListener('blur', () => this.#left())
  }

  get value() {
    return this.input.value
  }

  get problem() {
    return this.options.problem(this.value)
  }

  fill(text: string) {
    this.input.value = this.options.rewrite?.(text, '') ?? text
    this.#before = this.value
    this.#judged = this.value !== '' && this.problem !== null
    this.show()
  }

  /** Shows its problem, asked for or not. */
  judge(): StripeProblem | null {
    this.#judged = true
    this.show()
    return this.problem
  }

  show() {
    const problem = this.#judged ? this.problem : null
    this.#error.textContent = problem?.message ?? ''
    this.input.toggleAttribute('aria-invalid', false)
    if (problem) this.input.setAttribute('aria-invalid', 'true')
    if (problem) this.input.setAttribute('aria-describedby', this.#error.id)
    else this.input.removeAttribute('aria-describedby')
  }

  rename(label: string) {
    const element = this.element.querySelector('label')
    if (element) element.textContent = label
  }

  #typed() {
    const { rewrite, isFull } = this.options
    const filled = isFull?.(this.value) ?? false
    if (rewrite) this.#rewritten(rewrite)
    this.#before = this.value
    const isFullNow = isFull?.(this.value) ?? false
    if (isFullNow && this.problem) this.#judged = true
    if (!this.problem) this.#judged = false
    this.show()
    this.changed(this, filled && isFullNow && !this.problem)
  }

  /** Keeps the caret behind the digit it stood behind. */
  #rewritten(rewrite: (text: string, before: string) => string) {
    const { input } = this
    const caret = input.selectionStart ?? this.value.length
    const atEnd = caret === this.value.length
    const digits = this.value.slice(0, caret).replace(/\D/g, '').length
    input.value = rewrite(this.value, this.#before)
    if (atEnd || document.activeElement === null) return
    let place = 0
    for (let seen = 0; seen < digits && place < input.value.length; place += 1)
      if (/\d/.test(input.value.charAt(place))) seen += 1
    input.setSelectionRange(place, place)
  }

  #left() {
    if (this.value !== '' && this.problem) this.#judged = true
    this.show()
  }
}
