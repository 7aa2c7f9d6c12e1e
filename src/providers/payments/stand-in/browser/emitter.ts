// Event payloads are what Stripe.js documents; the shop types them with @stripe/stripe-js.
type Handler = (event?: unknown) => unknown

export class Emitter {
  readonly #handlers = new Map<string, Set<Handler>>()

  on(type: string, handler: Handler): this {
    const handlers = this.#handlers.get(type) ?? new Set()
    this.#handlers.set(type, handlers.add(handler))
    return this
  }

  once(type: string, handler: Handler): this {
    const wrapper: Handler = (event) => {
      this.off(type, wrapper)
      return handler(event)
    }
    return this.on(type, wrapper)
  }

  off(type: string, handler?: Handler): this {
    if (handler) this.#handlers.get(type)?.delete(handler)
    else this.#handlers.delete(type)
    return this
  }

  hasListener(type: string): boolean {
    return (this.#handlers.get(type)?.size ?? 0) > 0
  }

  emit(type: string, event?: unknown) {
    for (const handler of [...(this.#handlers.get(type) ?? [])]) handler(event)
  }
}
