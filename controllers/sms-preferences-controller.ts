import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'

/** Sends a code as soon as it's whole, and shows a YES that was sent from the same phone (BEH-13). */
export default class extends Controller<HTMLElement> {
  static override targets = ['code', 'number']
  static override values = { pending: Boolean }
  declare readonly codeTarget: HTMLInputElement
  declare readonly hasCodeTarget: boolean
  declare readonly numberTargets: HTMLInputElement[]
  declare readonly pendingValue: boolean

  enter() {
    const digits = this.codeTarget.value.replace(/\D/g, '').slice(0, 6)
    if (digits !== this.codeTarget.value) this.codeTarget.value = digits
    if (digits.length === 6) this.codeTarget.form?.requestSubmit()
  }

  edit({ target }: Event) {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return
    this.numberTargets.find((number) => target.contains(number))?.focus()
  }

  /** The shopper may have replied YES in the messages app meanwhile. Keeps what they typed. */
  lookAgain() {
    const isTyping = this.hasCodeTarget && this.codeTarget.value !== ''
    if (document.hidden || !this.pendingValue || isTyping) return
    visit(location.href, { action: 'replace' })
  }
}
