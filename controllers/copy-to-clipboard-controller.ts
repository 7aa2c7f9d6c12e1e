import { Controller } from '@hotwired/stimulus'

const TOOLTIP_MS = 4_000

/** Copies a text and says so: by a tooltip for four seconds, or in a block of its own that stays (MOD-3, BEH-22). */
export default class extends Controller<HTMLElement> {
  static override targets = ['text', 'said']
  static override values = { inline: Boolean }
  declare readonly textTarget: HTMLElement
  declare readonly saidTarget: HTMLElement
  declare readonly inlineValue: boolean

  #timer: number | undefined

  override disconnect() {
    this.hush()
  }

  async copy() {
    const isThere = await write(this.#text)
    if (!this.element.isConnected) return // left meanwhile
    if (isThere) return this.#say('Copied')
    window.getSelection()?.selectAllChildren(this.textTarget)
    this.#say('Not copied. It is marked: copy it by hand.')
  }

  /** Turbo keeps the page without it. */
  hush() {
    window.clearTimeout(this.#timer)
    this.saidTarget.textContent = ''
  }

  get #text() {
    const { textTarget: text } = this
    return (text instanceof HTMLInputElement ? text.value : text.textContent) ?? ''
  }

  #say(words: string) {
    this.hush()
    this.saidTarget.textContent = words
    if (!this.inlineValue) this.#timer = window.setTimeout(() => this.hush(), TOOLTIP_MS)
  }
}

/** Whether the browser let it, which has no clipboard at all where the connection is not secure. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
