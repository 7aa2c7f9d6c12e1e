import { attachShadowRoot } from './dom.ts'
import type { StripeElements } from './elements.ts'
import { Emitter } from './emitter.ts'
import { IntegrationError } from './problems.ts'
import { shadowStyles } from './styles.ts'

/** React attaches its handlers one effect after it mounts. */
const READY_MS = 60

export abstract class StripeElement extends Emitter {
  abstract readonly elementType: string
  #host: HTMLElement | null = null
  #ready: ReturnType<typeof setTimeout> | undefined
  #destroyed = false

  constructor(readonly elements: StripeElements) {
    super()
  }

  protected abstract build(root: ShadowRoot): void
  protected readyEvent(): object {
    return { elementType: this.elementType }
  }

  mount(target: string | HTMLElement): this {
    if (this.#destroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.')
    const parent = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
    if (!parent)
      throw new IntegrationError(
        `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
      )
    this.unmount()
    this.#host = document.createElement('div')
    this.#host.className = `StripeElement StripeElement--${this.elementType}`
    const root = attachShadowRoot(this.#host, shadowStyles(this.elements.options.appearance))
    this.build(root)
    root.addEventListener('focusin', () => this.emit('focus', { elementType: this.elementType }))
    root.addEventListener('focusout', () => this.emit('blur', { elementType: this.elementType }))
    root.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape')
        this.emit('escape', { elementType: this.elementType })
    })
    parent.replaceChildren(this.#host)
    this.emit('loaderstart', { elementType: this.elementType })
    this.#ready = setTimeout(() => this.#emitReady(), READY_MS)
    return this
  }

  unmount(): this {
    clearTimeout(this.#ready)
    this.#host?.remove()
    this.#host = null
    return this
  }

  destroy(): this {
    this.unmount()
    this.#destroyed = true
    this.elements.remove(this)
    return this
  }

  update(_options: object): this {
    return this
  }

  focus() {
    this.#root?.querySelector<HTMLElement>('input, button')?.focus()
  }

  blur() {
    const focused = this.#root?.activeElement
    if (focused instanceof HTMLElement) focused.blur()
  }

  get isMounted() {
    return this.#host?.isConnected ?? false
  }

  get #root() {
    return this.#host?.shadowRoot
  }

  async #emitReady() {
    const problem = await this.elements.loadProblem()
    if (problem) this.emit('loaderror', { elementType: this.elementType, error: problem })
    else if (this.#host) this.emit('ready', this.readyEvent())
  }
}
