import { make, uniqueId } from './dom.ts'
import type { SheetOptions } from './wallet-sheet.ts'

const fieldDefinitions = {
  email: ['Email', 'email', 'jenny@example.com'],
  phone: ['Phone', 'tel', '(206) 555-0134'],
  name: ['Name', 'shipping name', 'Jenny Rosen'],
  line1: ['Street address', 'shipping address-line1', '1912 Pike Pl'],
  line2: ['Apartment or suite', 'shipping address-line2', ''],
  city: ['City', 'shipping address-level2', 'Seattle'],
  state: ['State', 'shipping address-level1', 'WA'],
  postal_code: ['ZIP', 'shipping postal-code', '98101'],
} as const
type FieldName = keyof typeof fieldDefinitions

export class WalletFields {
  readonly elements: HTMLElement[]
  readonly #inputs = new Map<FieldName, HTMLInputElement>()

  constructor(options: SheetOptions, addressChanged: () => void) {
    this.elements = requestedFields(options).map((name) => this.#field(name))
    if (!options.shippingAddressRequired) return
    for (const name of ['city', 'state', 'postal_code'] as const) {
      this.#inputs.get(name)?.addEventListener('change', addressChanged)
    }
  }

  value(name: FieldName): string {
    return this.#inputs.get(name)?.value.trim() ?? ''
  }

  get missing(): { label: string; input: HTMLInputElement } | undefined {
    for (const [name, input] of this.#inputs) {
      if (name !== 'line2' && input.value.trim() === '') return { label: fieldDefinitions[name][0], input }
    }
    return undefined
  }

  /** What a wallet reveals before payment: city, state and ZIP, but no name or street. */
  get partialAddress() {
    const [city, state, postal_code] = [this.value('city'), this.value('state'), this.value('postal_code')]
    return { city, state, postal_code, country: 'US' }
  }

  get address() {
    return { line1: this.value('line1'), line2: this.value('line2') || null, ...this.partialAddress }
  }

  get billing() {
    return {
      name: this.value('name') || 'Jenny Rosen',
      email: this.value('email') || undefined,
      phone: this.value('phone') || undefined,
      address: this.#inputs.has('line1') ? this.address : undefined,
    }
  }

  #field(name: FieldName): HTMLElement {
    const [label, autocomplete, value] = fieldDefinitions[name]
    const input = make('input', {
      id: uniqueId(name),
      class: 'input',
      autocomplete,
      value,
      'data-field': name,
    })
    this.#inputs.set(name, input)
    const labelElement = make('label', { class: 'label', for: input.id }, label)
    return make('div', { class: `field field--${name}` }, labelElement, input)
  }
}

function requestedFields(options: SheetOptions): FieldName[] {
  const contact: FieldName[] = []
  if (options.emailRequired) contact.push('email')
  if (options.phoneNumberRequired) contact.push('phone')
  if (!options.shippingAddressRequired && !options.billingAddressRequired) return contact
  return [...contact, 'name', 'line1', 'line2', 'city', 'state', 'postal_code']
}
