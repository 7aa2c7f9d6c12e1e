// Each event brings what Stripe.js documents for it; the shop's own types for that come from @stripe/stripe-js.
type Handler = (event?: unknown) => unknown

/** `on`, `once` and `off` as every element has them. */
export class Emitter {
  readonly #handlers = new Map<string, Set<Handler>>()

  on(type: string, handler: Handler): this {
    const known = this.#handlers.get(type) ?? new Set()
    this.#handlers.set(type, known.add(handler))
    return this
  }

  once(type: string, handler: Handler): this {
    const first: Handler = (event) => {
      this.off(type, first)
      return handler(event)
    }
    return this.on(type, first)
  }

  off(type: string, handler?: Handler): this {
    if (handler) this.#handlers.get(type)?.delete(handler)
    else this.#handlers.delete(type)
    return this
  }

  listens(type: string): boolean {
    return (this.#handlers.get(type)?.size ?? 0) > 0
  }

  emit(type: string, event?: unknown) {
    for (const handler of [...(this.#handlers.get(type) ?? [])]) handler(event)
  }
}
