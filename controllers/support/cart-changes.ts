import type { PageCart } from '#src/cart/rules.ts'

/** What a shopper asks of one offer: to have `quantity` of it, or, where it `adds`, so many more. */
export type Wish = { url: string; quantity: number; adds: boolean }

/** What is asked of the shop. */
export type CartChange = { url: string; method: 'POST' | 'PUT' | 'DELETE'; quantity: number }

type Quantities = PageCart['quantities']

/** A wish as it waits: how many there are to be of it then, and, where it is to add, how many of them are new. */
type Waiting = { url: string; total: number; added: number | null }

/**
 * Changes of the box, one at a time, so that no answer is overtaken by an older one. What is wished for an offer while a
 * change of it is under way waits, and of several such wishes only the last is sent (CRT-3).
 */
export class CartChanges {
  #send: (change: CartChange) => Promise<void>
  #tell: (cart: PageCart) => void
  #standing: Quantities = {}
  #wishes = new Map<string, Waiting>()
  /** The offer whose change is under way. */
  #sent: string | null = null

  /** `send` never fails: it says so itself, and what the box holds then is what it held before. */
  constructor(send: (change: CartChange) => Promise<void>, tell: (cart: PageCart) => void) {
    this.#send = send
    this.#tell = tell
  }

  /** What the box holds, as the shop said last. */
  know(standing: Quantities) {
    this.#standing = standing
    this.tell()
  }

  quantityOf(item: string): number {
    return this.#wishes.get(item)?.total ?? this.#standing[item] ?? 0
  }

  tell() {
    const underWay = [...this.#wishes.keys()]
    const wished = Object.fromEntries(underWay.map((item) => [item, this.quantityOf(item)]))
    this.#tell({ quantities: { ...this.#standing, ...wished }, underWay })
  }

  wish(item: string, { url, quantity, adds }: Wish) {
    const total = adds ? (this.#standing[item] ?? 0) + quantity : quantity
    if (this.#wishes.get(item)?.total === total) return // a double click, or Enter
    const isUnderWay = item === this.#sent
    this.#wishes.delete(item) // it goes to the end
    this.#wishes.set(item, { url, total, added: adds && !isUnderWay ? quantity : null })
    this.tell()
    if (this.#sent === null) void this.#work()
  }

  async #work() {
    for (let next = this.#first(); next; next = this.#first()) {
      const [item, wish] = next
      const change = this.#changeFor(item, wish)
      this.#sent = item
      if (change) await this.#send(change)
      this.#sent = null
      if (this.#wishes.get(item) === wish) this.#wishes.delete(item)
      this.tell()
    }
  }

  #first = (): [string, Waiting] | undefined => this.#wishes.entries().next().value

  /** None is taken out, the first is added, any other number is set (CRT-1); what stands already needs no change. */
  #changeFor(item: string, { url, total, added }: Waiting): CartChange | null {
    const standing = this.#standing[item] ?? 0
    if (added !== null) return { url, method: 'POST', quantity: added }
    if (total === standing) return null
    if (total === 0) return { url, method: 'DELETE', quantity: 0 }
    return { url, method: standing === 0 ? 'POST' : 'PUT', quantity: total }
  }
}
