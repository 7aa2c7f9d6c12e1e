import { freshId, make } from './dom.ts'
import type { SheetOptions } from './wallet-sheet.ts'

const boxes = {
  email: ['Email', 'email', 'jenny@example.com'],
  phone: ['Phone', 'tel', '(206) 555-0134'],
  name: ['Name', 'shipping name', 'Jenny Rosen'],
  line1: ['Street address', 'shipping address-line1', '1912 Pike Pl'],
  line2: ['Apartment or suite', 'shipping address-line2', ''],
  city: ['City', 'shipping address-level2', 'Seattle'],
  state: ['State', 'shipping address-level1', 'WA'],
  postal_code: ['ZIP', 'shipping postal-code', '98101'],
} as const
type Box = keyof typeof boxes

/** Who and where, as a wallet knows it; every box can be changed. */
export class WalletFields {
  readonly elements: HTMLElement[]
  readonly #inputs = new Map<Box, HTMLInputElement>()

  constructor(options: SheetOptions, addressChanged: () => void) {
    this.elements = wanted(options).map((box) => this.#field(box))
    if (!options.shippingAddressRequired) return
    for (const box of ['city', 'state', 'postal_code'] as const) {
      this.#inputs.get(box)?.addEventListener('change', addressChanged)
    }
  }

  value(box: Box): string {
    return this.#inputs.get(box)?.value.trim() ?? ''
  }

  /** The first box that is empty and may not be. */
  get missing(): { label: string; input: HTMLInputElement } | undefined {
    for (const [box, input] of this.#inputs) {
      if (box !== 'line2' && input.value.trim() === '') return { label: boxes[box][0], input }
    }
    return undefined
  }

  /** What wallets tell before they pay: only where, never who or which street. */
  get place() {
    const [city, state, postal_code] = [this.value('city'), this.value('state'), this.value('postal_code')]
    return { city, state, postal_code, country: 'US' }
  }

  get address() {
    return { line1: this.value('line1'), line2: this.value('line2') || null, ...this.place }
  }

  get billing() {
    return {
      name: this.value('name') || 'Jenny Rosen',
      email: this.value('email') || undefined,
      phone: this.value('phone') || undefined,
      address: this.#inputs.has('line1') ? this.address : undefined,
    }
  }

  #field(box: Box): HTMLElement {
    const [label, autocomplete, value] = boxes[box]
    const input = make('input', { id: freshId(box), class: 'input', autocomplete, value, 'data-field': box })
    this.#inputs.set(box, input)
    const named = make('label', { class: 'label', for: input.id }, label)
    return make('div', { class: `field field--${box}` }, named, input)
  }
}

function wanted(options: SheetOptions): Box[] {
  const contact: Box[] = []
  if (options.emailRequired) contact.push('email')
  if (options.phoneNumberRequired) contact.push('phone')
  if (!options.shippingAddressRequired && !options.billingAddressRequired) return contact
  return [...contact, 'name', 'line1', 'line2', 'city', 'state', 'postal_code']
}
