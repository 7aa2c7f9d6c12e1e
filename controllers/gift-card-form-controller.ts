import { Controller } from '@hotwired/stimulus'

/** The card changes as its buyer types (GFT-1). The style sheet shows the fields of the chosen delivery method. */
export default class extends Controller<HTMLElement> {
  static override targets = [
    'card',
    'amount',
    'sender',
    'note',
    'amountKey',
    'otherAmount',
    'senderField',
    'look',
  ]
  declare readonly cardTarget: HTMLElement
  declare readonly amountTarget: HTMLElement
  declare readonly senderTarget: HTMLElement
  declare readonly noteTarget: HTMLElement
  declare readonly amountKeyTargets: HTMLInputElement[]
  declare readonly otherAmountTarget: HTMLInputElement
  declare readonly senderFieldTarget: HTMLInputElement
  declare readonly lookTarget: HTMLButtonElement

  override connect() {
    this.lookTarget.hidden = true
    this.show()
  }

  show(event?: Event) {
    this.keepOneAmount(event?.target)
    const amount = this.amount()
    this.amountTarget.textContent = amount
    this.cardTarget.setAttribute('aria-label', [this.cardName, amount].filter(Boolean).join(', '))
    const message = this.typed('message')
    this.noteTarget.textContent = message
    this.noteTarget.hidden = message === ''
    const sender = this.checked('delivery_method') === 'print' ? this.senderFieldTarget.value.trim() : ''
    this.senderTarget.textContent = `From ${sender}`
    this.senderTarget.hidden = sender === ''
  }

  /** A typed amount wins over the keys, and a pressed key over what was typed. */
  private keepOneAmount(changed: EventTarget | null | undefined) {
    if (changed === this.otherAmountTarget && this.otherAmountTarget.value.trim() !== '')
      for (const key of this.amountKeyTargets) key.checked = false
    if (this.amountKeyTargets.some((key) => key === changed)) this.otherAmountTarget.value = ''
  }

  private amount(): string {
    const typed = this.otherAmountTarget.value.trim().replace(/^\$\s*/, '')
    if (/^\d{1,5}(\.\d{2})?$/.test(typed)) return `$${typed.replace(/\.00$/, '')}`
    const key = this.amountKeyTargets.find(({ checked }) => checked)
    return typed === '' && key ? `$${Number(key.value) / 100}` : ''
  }

  /** What the card is called before its amount. */
  private get cardName(): string {
    return this.cardTarget.getAttribute('aria-label')?.split(', ')[0] ?? ''
  }

  private checked(name: string): string {
    return this.element.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value ?? ''
  }

  private typed(name: string): string {
    return this.element.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`)?.value.trim() ?? ''
  }
}
