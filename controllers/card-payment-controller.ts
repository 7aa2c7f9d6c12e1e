import { Controller } from '@hotwired/stimulus'
import { PAYMENT_FAILED_SENTENCE, UNREADABLE_SENTENCE } from '#src/payments/rules.ts'
import { CardEntry, type CardState } from './support/card-entry.ts'
import { billIn, missingFrom, showBusy } from './support/payment-form.ts'
import { sendPayment } from './support/send-payment.ts'

const CARD_MISSING = 'The pay button appears here once your payment details are complete.'

/**
 * Pays by card (CHK-9): the provider's field gives the card a name, the form is sent with it, and the answer leads on.
 * The button is there once everything is; until then a sentence says what is missing. A card that is only to be kept
 * (CHK-10) goes the same way, in words of its own.
 */
export default class extends Controller<HTMLFormElement> {
  static override values = {
    payments: Object,
    question: String,
    waiting: String,
    incomplete: { type: String, default: CARD_MISSING },
    failed: { type: String, default: PAYMENT_FAILED_SENTENCE },
  }
  static override targets = ['fields', 'card', 'cardProblem', 'problem', 'submit', 'hint', 'again']
  declare readonly paymentsValue: Parameters<typeof CardEntry.open>[0]
  declare readonly questionValue: string
  declare readonly waitingValue: string
  declare readonly incompleteValue: string
  declare readonly failedValue: string
  declare readonly fieldsTarget: HTMLElement
  declare readonly cardTarget: HTMLElement
  declare readonly cardProblemTarget: HTMLElement
  declare readonly problemTarget: HTMLElement
  declare readonly submitTarget: HTMLButtonElement
  declare readonly hintTarget: HTMLElement
  declare readonly againTarget: HTMLElement

  #till: CardEntry | null = null
  #isComplete = false
  #isBusy = false

  override async connect() {
    this.element.noValidate = true // what is missing is said in the shop's words
    try {
      const till = await CardEntry.open(this.paymentsValue, this.cardTarget, (card) => this.#changed(card))
      if (!this.element.isConnected) return till.close()
      this.#till = till
    } catch {
      return this.#giveUp()
    }
    if (this.questionValue) await this.#alone((till) => this.#answerBank(till))
  }

  override disconnect() {
    this.#till?.close()
    this.#till = null
  }

  look() {
    const missing = this.#isComplete ? missingFrom(this.element) : this.incompleteValue
    this.submitTarget.hidden = missing !== '' && !this.#isBusy
    this.hintTarget.textContent = this.submitTarget.hidden ? missing : ''
  }

  async pay(event: Event) {
    event.preventDefault()
    if (this.#isBusy) return
    if (!this.element.reportValidity()) return
    if (this.#isComplete) await this.#alone((till) => this.#send(till))
    else this.#till?.focus()
  }

  async #send(till: CardEntry) {
    const named = await till.nameCard(billIn(this.element))
    if ('problem' in named) return this.#refuse(named.problem)
    const answer = await sendPayment(this.element, named.name)
    if (!answer) return this.#refuse(UNREADABLE_SENTENCE)
    if ('path' in answer) return leaveFor(answer.path)
    this.#refuse(answer.problem)
    // Price, box or codes may be what changed.
    document.dispatchEvent(
      new CustomEvent('checkout-changed', { cancelable: true, detail: { by: 'payment' } }),
    )
  }

  async #answerBank(till: CardEntry) {
    const problem = await till.ask(this.questionValue)
    if (!problem) return leaveFor(this.waitingValue)
    // It was asked: loading the page anew begins with the card again.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    this.#refuse(problem)
  }

  async #alone(act: (till: CardEntry) => Promise<void>) {
    if (!this.#till) return
    this.#tell('')
    this.#be(true)
    try {
      await act(this.#till)
    } catch (error) {
      console.error(error)
      this.#refuse(this.failedValue)
    }
    this.#be(false)
  }

  #be(busy: boolean) {
    this.#isBusy = busy
    showBusy(this.element, this.fieldsTarget, this.submitTarget, busy)
    this.look()
  }

  #changed({ complete, problem }: CardState) {
    this.#isComplete = complete
    this.cardProblemTarget.textContent = problem
    this.look()
  }

  #refuse(problem: string) {
    const message = problem || this.failedValue
    this.#tell(message)
    document.dispatchEvent(new CustomEvent('payment-error', { detail: { message } }))
  }

  /** Without the provider's script there is nothing to fill in. */
  #giveUp() {
    this.#tell(UNREADABLE_SENTENCE)
    this.fieldsTarget.hidden = true
    this.hintTarget.textContent = ''
    this.againTarget.hidden = false
  }

  #tell(message: string) {
    const words = this.problemTarget.querySelector('.notice__text')
    if (words) words.textContent = message
    this.problemTarget.hidden = message === ''
  }
}

/** Never resolves: the page stays busy until it is gone. */
function leaveFor(path: string): Promise<never> {
  window.location.assign(path)
  return new Promise(() => {})
}
