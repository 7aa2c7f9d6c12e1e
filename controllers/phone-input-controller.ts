import { Controller } from '@hotwired/stimulus'
import { formatPhone, PHONE_SENTENCE, parsePhone } from '#src/delivery/rules.ts'

/** Writes a phone number as `(###) ###-####` while it is typed or pasted, and keeps the caret where it was (BEH-8). */
export default class extends Controller<HTMLInputElement> {
  override connect() {
    this.write()
  }

  write() {
    const { element: input } = this
    const typed = digits(input.value.slice(0, input.selectionStart ?? 0))
    const written = formatPhone(input.value)
    input.setCustomValidity(written === '' || parsePhone(written) ? '' : PHONE_SENTENCE)
    if (written === input.value) return
    input.value = written
    const before = typed.length - (typed.startsWith('1') ? 1 : 0) // the country's code is not written
    const caret = placeAfter(before, written)
    if (document.activeElement === input) input.setSelectionRange(caret, caret)
  }
}

const digits = (text: string) => text.replace(/\D/g, '')

/** Behind so many digits of what is written. */
const placeAfter = (count: number, written: string) =>
  new RegExp(`^(?:\\D*\\d){${count}}`).exec(written)?.[0].length ?? written.length
