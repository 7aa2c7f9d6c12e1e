export const PARTS = ['name', 'street', 'street2', 'city', 'state', 'zip', 'phone'] as const
export type Part = (typeof PARTS)[number]
export type Parts = Partial<Record<Part, string>>

/** A suggested address; unknown parts are ''. */
export type WireAddress = Record<
  'street_address_1' | 'street_address_2' | 'city' | 'state' | 'postal_code',
  string
>

export const partsOf = (address: WireAddress): Parts => ({
  street: address.street_address_1,
  street2: address.street_address_2,
  city: address.city,
  state: address.state,
  zip: address.postal_code,
})

type Field = HTMLInputElement | HTMLSelectElement

export class AddressForm {
  readonly #fieldOf: (part: Part) => Field | undefined
  #filledByZip: Parts = {}
  /** True while `fill` runs, because its `input` events are not typing. */
  isFilling = false

  constructor(fieldOf: (part: Part) => Field | undefined) {
    this.#fieldOf = fieldOf
  }

  /** Whether an address is typed that the page didn't come with. */
  get isTyped(): boolean {
    return PARTS.some((part) => part !== 'phone' && isChanged(this.#fieldOf(part)))
  }

  fill(parts: Parts) {
    this.isFilling = true
    for (const part of PARTS) {
      const [field, value] = [this.#fieldOf(part), parts[part]]
      if (field && value !== undefined && field.value !== value) write(field, value)
    }
    this.isFilling = false
  }

  fillByZip({ city, state }: Parts) {
    const untyped = Object.entries({ city, state }).filter(([part]) => this.#isUntyped(part as Part))
    this.#filledByZip = { ...this.#filledByZip, ...Object.fromEntries(untyped) }
    this.fill(Object.fromEntries(untyped))
  }

  #isUntyped(part: Part): boolean {
    const value = this.#fieldOf(part)?.value
    return value === '' || value === this.#filledByZip[part]
  }
}

function isChanged(field: Field | undefined): boolean {
  if (!(field instanceof HTMLSelectElement)) return field !== undefined && field.value !== field.defaultValue
  const options = [...field.options]
  return field.value !== (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value
}

/** With the events of typing, which the phone mask and React islands listen to. */
function write(field: Field, value: string) {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
