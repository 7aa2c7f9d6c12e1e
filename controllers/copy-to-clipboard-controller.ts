import { Controller } from '@hotwired/stimulus'

const TOOLTIP_MS = 4_000

/** Copies a text and confirms it in a tooltip for four seconds, or in a block that stays (MOD-3, BEH-22). */
export default class extends Controller<HTMLElement> {
  static override targets = ['text', 'said']
  static override values = { inline: Boolean }
  declare readonly textTarget: HTMLElement
  declare readonly saidTarget: HTMLElement
  declare readonly inlineValue: boolean

  #timer: number | undefined

  override disconnect() {
    this.clear()
  }

  async copy() {
    const isCopied = await write(this.#text)
    if (!this.element.isConnected) return
    if (isCopied) return this.#show('Copied')
    window.getSelection()?.selectAllChildren(this.textTarget)
    this.#show("Couldn't copy it. The text is selected, so you can copy it yourself.")
  }

  clear() {
    window.clearTimeout(this.#timer)
    this.saidTarget.textContent = ''
  }

  get #text() {
    const { textTarget: text } = this
    return (text instanceof HTMLInputElement ? text.value : text.textContent) ?? ''
  }

  #show(message: string) {
    this.clear()
    this.saidTarget.textContent = message
    if (!this.inlineValue) this.#timer = window.setTimeout(() => this.clear(), TOOLTIP_MS)
  }
}

/** False without permission, or over plain http, where `navigator.clipboard` is undefined. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
