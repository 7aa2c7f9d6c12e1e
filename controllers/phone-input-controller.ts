import { Controller } from '@hotwired/stimulus'
import { formatPhone, PHONE_SENTENCE, parsePhone } from '#src/delivery/rules.ts'

/** Formats a phone number as `(###) ###-####` as it is typed or pasted, keeping the caret in place (BEH-8). */
export default class extends Controller<HTMLInputElement> {
  override connect() {
    this.format()
  }

  format() {
    const { element: input } = this
    const typed = digits(input.value.slice(0, input.selectionStart ?? 0))
    const formatted = formatPhone(input.value)
    input.setCustomValidity(formatted === '' || parsePhone(formatted) ? '' : PHONE_SENTENCE)
    if (formatted === input.value) return
    input.value = formatted
    const before = typed.length - (typed.startsWith('1') ? 1 : 0)
    const caret = indexAfterDigits(before, formatted)
    if (document.activeElement === input) input.setSelectionRange(caret, caret)
  }
}

const digits = (text: string) => text.replace(/\D/g, '')

const indexAfterDigits = (count: number, formatted: string) =>
  new RegExp(`^(?:\\D*\\d){${count}}`).exec(formatted)?.[0].length ?? formatted.length
