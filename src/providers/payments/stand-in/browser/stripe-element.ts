import { makeRoom } from './dom.ts'
import type { StripeElements } from './elements.ts'
import { Emitter } from './emitter.ts'
import { IntegrationError } from './problems.ts'
import { roomStyles } from './styles.ts'

/** React attaches its handlers an effect later than it mounts. */
const READY_MS = 60

/** What every element can do: be mounted, told about, focused, and taken away. */
export abstract class StripeElement extends Emitter {
  abstract readonly elementType: string
  #host: HTMLElement | null = null
  #ready: ReturnType<typeof setTimeout> | undefined
  #destroyed = false

  constructor(readonly elements: StripeElements) {
    super()
  }

  protected abstract build(room: ShadowRoot): void
  protected readyEvent(): object {
    return { elementType: this.elementType }
  }

  mount(place: string | HTMLElement): this {
    if (this.#destroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.')
    const parent = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place
    if (!parent)
      throw new IntegrationError(
        `The selector you specified (${place}) applies to no DOM elements that are currently on the page.`,
      )
    this.unmount()
    this.#host = document.createElement('div')
    this.#host.className = `StripeElement StripeElement--${this.elementType}`
    const room = makeRoom(this.#host, roomStyles(this.elements.options.appearance))
    this.build(room)
    room.addEventListener('focusin', () => this.emit('focus', { elementType: this.elementType }))
    room.addEventListener('focusout', () => this.emit('blur', { elementType: this.elementType }))
    room.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape')
        this.emit('escape', { elementType: this.elementType })
    })
    parent.replaceChildren(this.#host)
    this.emit('loaderstart', { elementType: this.elementType })
    this.#ready = setTimeout(() => this.#announce(), READY_MS)
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
    this.elements.forget(this)
    return this
  }

  update(_options: object): this {
    return this
  }

  focus() {
    this.#room?.querySelector<HTMLElement>('input, button')?.focus()
  }

  blur() {
    const inside = this.#room?.activeElement
    if (inside instanceof HTMLElement) inside.blur()
  }

  get isMounted() {
    return this.#host?.isConnected ?? false
  }

  get #room() {
    return this.#host?.shadowRoot
  }

  async #announce() {
    const problem = await this.elements.loadProblem()
    if (problem) this.emit('loaderror', { elementType: this.elementType, error: problem })
    else if (this.#host) this.emit('ready', this.readyEvent())
  }
}
