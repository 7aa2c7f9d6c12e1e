import { make, uniqueId } from './dom.ts'
import type { StripeProblem } from './problems.ts'

export type FieldOptions = {
  name: string
  label: string
  autocomplete: string
  placeholder?: string
  rewrite?: (text: string, previous: string) => string
  problem: (text: string) => StripeProblem | null
  /** Once full, the field shows its problem at once, or focus moves on to the next field. */
  isFull?: (text: string) => boolean
  numeric?: boolean
  type?: string
}

export class Field {
  readonly element: HTMLElement
  readonly input: HTMLInputElement
  readonly #error: HTMLElement
  #previous = ''
  #showsProblem = false

  constructor(
    readonly options: FieldOptions,
    readonly onChange: (field: Field, isComplete: boolean) => void,
  ) {
    const { name, label, autocomplete, placeholder } = options
    const id = uniqueId(name)
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
    this.input.addEventListener('input', () => this.#onInput())
    this.input.addEventListener('blur', () => this.#onBlur())
  }

  get value() {
    return this.input.value
  }

  get problem() {
    return this.options.problem(this.value)
  }

  setValue(text: string) {
    this.input.value = this.options.rewrite?.(text, '') ?? text
    this.#previous = this.value
    this.#showsProblem = this.value !== '' && this.problem !== null
    this.render()
  }

  validate(): StripeProblem | null {
    this.#showsProblem = true
    this.render()
    return this.problem
  }

  render() {
    const problem = this.#showsProblem ? this.problem : null
    this.#error.textContent = problem?.message ?? ''
    this.input.toggleAttribute('aria-invalid', false)
    if (problem) this.input.setAttribute('aria-invalid', 'true')
    if (problem) this.input.setAttribute('aria-describedby', this.#error.id)
    else this.input.removeAttribute('aria-describedby')
  }

  setLabel(label: string) {
    const element = this.element.querySelector('label')
    if (element) element.textContent = label
  }

  #onInput() {
    const { rewrite, isFull } = this.options
    const isFullAsTyped = isFull?.(this.value) ?? false
    if (rewrite) this.#applyRewrite(rewrite)
    this.#previous = this.value
    const isFullNow = isFull?.(this.value) ?? false
    if (isFullNow && this.problem) this.#showsProblem = true
    if (!this.problem) this.#showsProblem = false
    this.render()
    this.onChange(this, isFullAsTyped && isFullNow && !this.problem)
  }

  #applyRewrite(rewrite: (text: string, previous: string) => string) {
    const { input } = this
    const caret = input.selectionStart ?? this.value.length
    const atEnd = caret === this.value.length
    const digits = this.value.slice(0, caret).replace(/\D/g, '').length
    input.value = rewrite(this.value, this.#previous)
    if (atEnd || document.activeElement === null) return
    let position = 0
    for (let count = 0; count < digits && position < input.value.length; position += 1)
      if (/\d/.test(input.value.charAt(position))) count += 1
    input.setSelectionRange(position, position)
  }

  #onBlur() {
    if (this.value !== '' && this.problem) this.#showsProblem = true
    this.render()
  }
}
