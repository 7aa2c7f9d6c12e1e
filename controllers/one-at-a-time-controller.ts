import { Controller } from '@hotwired/stimulus'
import { rememberDrafts, restoreDrafts } from './support/drafts.ts'
import type { TextField } from './support/keep-typing.ts'

const TEXT =
  'input:is(:not([type]), [type=text], [type=email], [type=tel], [type=password], [type=search]), textarea'

/**
 * Each response redraws this part of the page, so a second submit or typing during a request would be lost: both are
 * blocked. Text typed earlier into other forms is restored after the redraw.
 */
export default class extends Controller<HTMLElement> {
  #isSending = false
  #locked: TextField[] = []
  #typed = new Set<TextField>()

  override connect() {
    this.#typed = new Set(restoreDrafts(this.#part, this.element))
  }

  /** Only trusted events: scripts that fill in fields do not count as typing. */
  trackTyping({ target, isTrusted }: Event) {
    const isText = target instanceof HTMLElement && target.matches(TEXT)
    if (isText && isTrusted && (target as TextField).type !== 'password') this.#typed.add(target as TextField)
  }

  block(event: Event) {
    if (this.#isSending) event.preventDefault()
  }

  begin() {
    this.#isSending = true
    this.#locked = [...this.element.querySelectorAll<TextField>(TEXT)].filter(({ readOnly }) => !readOnly)
    for (const field of this.#locked) field.readOnly = true
  }

  end({ target, detail: { success } }: CustomEvent<{ success?: boolean }>) {
    this.#isSending = false
    for (const field of this.#locked.splice(0)) field.readOnly = false
    const unsent = [...this.#typed].filter(({ form, isConnected }) => isConnected && form !== target)
    if (success) rememberDrafts(this.#part, unsent)
  }

  get #part(): string {
    return this.element.closest('turbo-frame')?.id ?? ''
  }
}
