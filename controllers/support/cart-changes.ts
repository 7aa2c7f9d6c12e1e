import type { PageCart } from '#src/cart/rules.ts'

/** What a form asks for: `quantity` of an offer in all, or, if it `adds`, that many more. */
export type QuantityRequest = { url: string; quantity: number; adds: boolean }

export type CartChange = { url: string; method: 'POST' | 'PUT' | 'DELETE'; quantity: number }

type Quantities = PageCart['quantities']

/** `total` is the quantity in the box afterwards; `added` is the units to add, or null to set `total`. */
type Pending = { url: string; total: number; added: number | null }

/** Sends one change at a time, so that responses stay in order; of the requests that wait, the last wins (CRT-3). */
export class CartChanges {
  #send: (change: CartChange) => Promise<void>
  #notify: (cart: PageCart) => void
  #saved: Quantities = {}
  #pending = new Map<string, Pending>()
  #inFlight: string | null = null

  /** `send` must not reject: it reports a failure itself, and the box then holds what it held before. */
  constructor(send: (change: CartChange) => Promise<void>, notify: (cart: PageCart) => void) {
    this.#send = send
    this.#notify = notify
  }

  load(saved: Quantities) {
    this.#saved = saved
    this.announce()
  }

  quantityOf(item: string): number {
    return this.#pending.get(item)?.total ?? this.#saved[item] ?? 0
  }

  announce() {
    const pending = [...this.#pending.keys()]
    const requested = Object.fromEntries(pending.map((item) => [item, this.quantityOf(item)]))
    this.#notify({ quantities: { ...this.#saved, ...requested }, pending })
  }

  request(item: string, { url, quantity, adds }: QuantityRequest) {
    const total = adds ? (this.#saved[item] ?? 0) + quantity : quantity
    if (this.#pending.get(item)?.total === total) return
    const isInFlight = item === this.#inFlight
    this.#pending.delete(item) // moves it to the end of the queue
    this.#pending.set(item, { url, total, added: adds && !isInFlight ? quantity : null })
    this.announce()
    if (this.#inFlight === null) void this.#sendAll()
  }

  async #sendAll() {
    for (let next = this.#first(); next; next = this.#first()) {
      const [item, pending] = next
      const change = this.#changeFor(item, pending)
      this.#inFlight = item
      if (change) await this.#send(change)
      this.#inFlight = null
      if (this.#pending.get(item) === pending) this.#pending.delete(item)
      this.announce()
    }
  }

  #first = (): [string, Pending] | undefined => this.#pending.entries().next().value

  /** DELETE for zero, POST for the first units, PUT for any other quantity (CRT-1); null when nothing changes. */
  #changeFor(item: string, { url, total, added }: Pending): CartChange | null {
    const saved = this.#saved[item] ?? 0
    if (added !== null) return { url, method: 'POST', quantity: added }
    if (total === saved) return null
    if (total === 0) return { url, method: 'DELETE', quantity: 0 }
    return { url, method: saved === 0 ? 'POST' : 'PUT', quantity: total }
  }
}
