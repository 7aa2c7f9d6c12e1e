import { Controller } from '@hotwired/stimulus'
import { DETAILS_HINT } from '#src/checkout/sentences.ts'
import { PAYMENT_FAILED_SENTENCE, UNREADABLE_SENTENCE } from '#src/payments/rules.ts'
import { CardEntry, type CardState } from './support/card-entry.ts'
import { billingFields, missingFrom, showBusy } from './support/payment-form.ts'
import { sendPayment } from './support/send-payment.ts'

/** Pays by card (CHK-9) or saves a card (CHK-10). Until the form is complete, a hint stands in for the button. */
export default class extends Controller<HTMLFormElement> {
  static override values = {
    payments: Object,
    question: String,
    waiting: String,
    outcome: String,
    incomplete: { type: String, default: DETAILS_HINT },
    failed: { type: String, default: PAYMENT_FAILED_SENTENCE },
  }
  static override targets = ['fields', 'card', 'cardProblem', 'problem', 'submit', 'hint', 'again']
  declare readonly paymentsValue: Parameters<typeof CardEntry.open>[0]
  declare readonly questionValue: string
  declare readonly waitingValue: string
  declare readonly outcomeValue: string
  declare readonly incompleteValue: string
  declare readonly failedValue: string
  declare readonly fieldsTarget: HTMLElement
  declare readonly cardTarget: HTMLElement
  declare readonly cardProblemTarget: HTMLElement
  declare readonly problemTarget: HTMLElement
  declare readonly submitTarget: HTMLButtonElement
  declare readonly hintTarget: HTMLElement
  declare readonly againTarget: HTMLElement

  #entry: CardEntry | null = null
  #isComplete = false
  #isBusy = false

  override async connect() {
    this.element.noValidate = true // the hint says what is missing, not the browser
    try {
      const entry = await CardEntry.open(this.paymentsValue, this.cardTarget, (card) =>
        this.#cardChanged(card),
      )
      if (!this.element.isConnected) return entry.close()
      this.#entry = entry
    } catch {
      return this.#showUnavailable()
    }
    if (this.questionValue) await this.#whileBusy((entry) => this.#authenticate(entry))
  }

  override disconnect() {
    this.#entry?.close()
    this.#entry = null
  }

  update() {
    const missing = this.#isComplete ? missingFrom(this.element) : this.incompleteValue
    this.submitTarget.hidden = missing !== '' && !this.#isBusy
    this.hintTarget.textContent = this.submitTarget.hidden ? missing : ''
  }

  async pay(event: Event) {
    event.preventDefault()
    if (this.#isBusy) return
    if (!this.element.reportValidity()) return
    if (this.#isComplete) await this.#whileBusy((entry) => this.#send(entry))
    else this.#entry?.focus()
  }

  async #send(entry: CardEntry) {
    const created = await entry.createToken(billingFields(this.element))
    if ('problem' in created) return this.#refuse(created.problem)
    const response = await sendPayment(this.element, created.token)
    if (!response) return this.#refuse(UNREADABLE_SENTENCE)
    if ('path' in response) return leaveFor(response.path)
    this.#refuse(response.problem)
    // The payment may have been refused because the price, the box or a code changed.
    document.dispatchEvent(
      new CustomEvent('checkout-changed', { cancelable: true, detail: { by: 'payment' } }),
    )
  }

  async #authenticate(entry: CardEntry) {
    const problem = await entry.authenticate(this.questionValue)
    if (!problem) return leaveFor(this.waitingValue)
    if (this.outcomeValue) await fetch(this.outcomeValue).catch(() => null) // lets the order change again
    // Drops the query that asks for authentication, so that a reload starts with the card again.
    const url = new URL(window.location.href)
    url.searchParams.delete('authenticate')
    window.history.replaceState(window.history.state, '', url)
    this.#refuse(problem)
  }

  async #whileBusy(act: (entry: CardEntry) => Promise<void>) {
    if (!this.#entry) return
    this.#showProblem('')
    this.#setBusy(true)
    try {
      await act(this.#entry)
    } catch (error) {
      console.error(error)
      this.#refuse(this.failedValue)
    }
    this.#setBusy(false)
  }

  #setBusy(isBusy: boolean) {
    this.#isBusy = isBusy
    showBusy(this.element, this.fieldsTarget, this.submitTarget, isBusy)
    this.update()
  }

  #cardChanged({ complete, problem }: CardState) {
    this.#isComplete = complete
    this.cardProblemTarget.textContent = problem
    this.update()
  }

  #refuse(problem: string) {
    const message = problem || this.failedValue
    this.#showProblem(message)
    document.dispatchEvent(new CustomEvent('payment-error', { detail: { message } }))
  }

  #showUnavailable() {
    this.#showProblem(UNREADABLE_SENTENCE)
    this.fieldsTarget.hidden = true
    this.hintTarget.textContent = ''
    this.againTarget.hidden = false
  }

  #showProblem(message: string) {
    const text = this.problemTarget.querySelector('.notice__text')
    if (text) text.textContent = message
    this.problemTarget.hidden = message === ''
  }
}

/** Never resolves, so that the form stays busy until the browser leaves the page. */
function leaveFor(path: string): Promise<never> {
  window.location.assign(path)
  return new Promise(() => {})
}
