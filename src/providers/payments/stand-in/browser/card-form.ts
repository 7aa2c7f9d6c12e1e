import { testCardByNumber } from '../test-cards.ts'
import {
  asksPostalCode,
  brandOf,
  codeLength,
  codeProblem,
  digitsOf,
  expiryProblem,
  groupExpiry,
  groupNumber,
  numberLength,
  numberProblem,
  postalProblem,
  readExpiry,
} from './card-entry.ts'
import { countries, countryName } from './countries.ts'
import { make, uniqueId } from './dom.ts'
import { Field } from './field.ts'
import type { StripeProblem } from './problems.ts'

export type CardFormOptions = {
  country: string
  postalCode: string
  asksCountry: boolean
  asksPostalCode: boolean
}

/** What leaves the form: the card by its test name, never its number. */
export type EnteredCard = {
  card: string
  exp_month: number
  exp_year: number
  country: string | null
  postalCode: string | null
}

export class CardForm {
  readonly number: Field
  readonly expiry: Field
  readonly code: Field
  readonly postal: Field
  readonly country: HTMLSelectElement
  readonly countryField: HTMLElement

  constructor(
    readonly options: CardFormOptions,
    readonly onChange: () => void,
  ) {
    const onFieldChange = (field: Field, isComplete: boolean) => this.#fieldChanged(field, isComplete)
    this.number = new Field(numberOptions, onFieldChange)
    this.expiry = new Field(expiryOptions, onFieldChange)
    this.code = new Field(this.#codeOptions(), onFieldChange)
    this.postal = new Field(this.#postalOptions(), onFieldChange)
    this.country = make('select', {
      id: uniqueId('country'),
      class: 'input',
      autocomplete: 'billing country',
      'data-field': 'country',
    })
    for (const code of countries)
      this.country.append(
        make('option', { value: code, selected: code === options.country }, countryName(code)),
      )
    this.countryField = make(
      'div',
      { class: 'field field--country' },
      make('label', { for: this.country.id, class: 'label' }, 'Country'),
      this.country,
    )
    this.country.addEventListener('change', () => this.#countryChanged())
    if (options.postalCode) this.postal.setValue(options.postalCode)
    this.#countryChanged()
  }

  get brand() {
    return brandOf(digitsOf(this.number.value))
  }

  get isEmpty() {
    return [this.number, this.expiry, this.code].every(({ value }) => value === '')
  }

  get problem(): StripeProblem | null {
    for (const field of this.fields) if (field.problem) return field.problem
    return null
  }

  get fields(): Field[] {
    const { number, expiry, code, postal } = this
    return this.#needsPostal() ? [number, expiry, code, postal] : [number, expiry, code]
  }

  validate(): StripeProblem | null {
    const invalid = this.fields.filter((field) => field.validate() !== null)
    invalid[0]?.input.focus()
    return invalid[0]?.problem ?? null
  }

  enteredCard(): EnteredCard | null {
    const card = testCardByNumber(digitsOf(this.number.value))
    const expiry = readExpiry(this.expiry.value)
    if (!card || !expiry || this.problem) return null
    return {
      card: card.method,
      exp_month: expiry.month,
      exp_year: expiry.year,
      country: this.options.asksCountry ? this.country.value : null,
      postalCode: this.#needsPostal() ? this.postal.value.trim() : null,
    }
  }

  fillTestCard(number: string) {
    this.number.setValue(number)
    this.expiry.setValue('12 / 34')
    this.code.setValue(this.brand === 'amex' ? '1234' : '123')
    const next = this.fields.find((field) => field.problem)
    next?.input.focus()
    this.onChange()
  }

  clear() {
    for (const field of [this.number, this.expiry, this.code, this.postal]) field.setValue('')
    this.onChange()
  }

  setReadOnly(readOnly: boolean) {
    for (const field of [this.number, this.expiry, this.code, this.postal]) field.input.readOnly = readOnly
    this.country.disabled = readOnly
  }

  #fieldChanged(field: Field, isComplete: boolean) {
    if (field === this.number) this.code.render()
    const fields = this.fields
    if (isComplete) fields[fields.indexOf(field) + 1]?.input.focus()
    this.onChange()
  }

  #countryChanged() {
    const country = this.country.value
    this.postal.element.hidden = !this.#needsPostal()
    this.postal.setLabel(country === 'US' ? 'ZIP' : 'Postal code')
    this.postal.input.placeholder = country === 'US' ? '12345' : ''
    this.postal.render()
    this.onChange()
  }

  #needsPostal() {
    return this.options.asksPostalCode && (!this.options.asksCountry || asksPostalCode(this.country.value))
  }

  #codeOptions() {
    return {
      name: 'cvc',
      label: 'Security code',
      autocomplete: 'cc-csc',
      placeholder: 'CVC',
      numeric: true,
      rewrite: (text: string) => digitsOf(text).slice(0, codeLength(this.brand)),
      problem: (text: string) => codeProblem(text, this.brand),
      isFull: (text: string) => text.length === codeLength(this.brand),
    }
  }

  #postalOptions() {
    return {
      name: 'postal-code',
      label: 'ZIP',
      autocomplete: 'billing postal-code',
      rewrite: (text: string) =>
        this.country.value === 'US' ? digitsOf(text).slice(0, 5) : text.slice(0, 12),
      problem: (text: string) => postalProblem(text, this.options.asksCountry ? this.country.value : 'US'),
    }
  }
}

const numberOptions = {
  name: 'number',
  label: 'Card number',
  autocomplete: 'cc-number',
  placeholder: '1234 1234 1234 1234',
  numeric: true,
  rewrite: groupNumber,
  problem: numberProblem,
  isFull: (text: string) => digitsOf(text).length >= numberLength(brandOf(digitsOf(text))),
}

const expiryOptions = {
  name: 'expiry',
  label: 'Expiration date',
  autocomplete: 'cc-exp',
  placeholder: 'MM / YY',
  numeric: true,
  rewrite: groupExpiry,
  problem: (text: string) => expiryProblem(text, new Date()),
  isFull: (text: string) => digitsOf(text).length === 4,
}
