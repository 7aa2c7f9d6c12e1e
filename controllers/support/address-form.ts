export const PARTS = ['name', 'street', 'street2', 'city', 'state', 'zip', 'phone'] as const
export type Part = (typeof PARTS)[number]
export type Parts = Partial<Record<Part, string>>

/** An address as the server suggests it; what it does not know is ''. */
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

/** The fields of one address, as far as a form has them, and what was written into them for somebody. */
export class AddressForm {
  readonly #fieldOf: (part: Part) => Field | undefined
  #byZip: Parts = {}
  /** While the fields are filled their own `input` events are no typing. */
  isFilling = false

  constructor(fieldOf: (part: Part) => Field | undefined) {
    this.#fieldOf = fieldOf
  }

  fill(parts: Parts) {
    this.isFilling = true
    for (const part of PARTS) {
      const [field, value] = [this.#fieldOf(part), parts[part]]
      if (field && value !== undefined && field.value !== value) write(field, value)
    }
    this.isFilling = false
  }

  /** City and state of a ZIP, unless somebody wrote them. */
  fillByZip({ city, state }: Parts) {
    const free = Object.entries({ city, state }).filter(([part]) => this.#isFree(part as Part))
    this.#byZip = { ...this.#byZip, ...Object.fromEntries(free) }
    this.fill(Object.fromEntries(free))
  }

  #isFree(part: Part): boolean {
    const value = this.#fieldOf(part)?.value
    return value === '' || value === this.#byZip[part]
  }
}

/** As if it were typed, so that whatever listens to the field (a mask, an island) hears of it. */
function write(field: Field, value: string) {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
