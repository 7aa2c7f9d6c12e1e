import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { providerAppearance } from '#islands/shared/appearance.ts'
import { loadProvider } from '#islands/shared/provider.ts'

type Payments = Parameters<typeof loadProvider>[0]

export type CardState = { complete: boolean; problem: string }

type CreatedToken = { token: string } | { problem: string }

/** The provider's card field in the page. Only the provider sees the number. */
export class CardEntry {
  readonly #stripe: Stripe
  readonly #card: StripeCardElement

  static async open(payments: Payments, container: HTMLElement, onChange: (state: CardState) => void) {
    return new CardEntry(await loadProvider(payments), container, onChange)
  }

  constructor(stripe: Stripe, container: HTMLElement, onChange: (state: CardState) => void) {
    const appearance = providerAppearance()
    const { colorText, colorDanger, fontFamily } = appearance.variables ?? {}
    this.#stripe = stripe
    this.#card = stripe.elements({ appearance }).create('card', {
      hidePostalCode: true, // the billing address has a field for it
      style: {
        base: { fontSize: '16px', ...(colorText && { color: colorText }), ...(fontFamily && { fontFamily }) },
        invalid: colorDanger ? { color: colorDanger, iconColor: colorDanger } : {},
      },
    })
    this.#card.on('change', ({ complete, error }) => onChange({ complete, problem: error?.message ?? '' }))
    this.#card.mount(container)
  }

  async createToken(address: Record<string, string>): Promise<CreatedToken> {
    const { token, error } = await this.#stripe.createToken(this.#card, { ...address, currency: 'usd' })
    return token ? { token: token.id } : { problem: messageOf(error) }
  }

  /** Runs the bank's 3-D Secure step. @returns what went wrong, or '' */
  async authenticate(clientSecret: string): Promise<string> {
    const { error } = await this.#stripe.handleNextAction({ clientSecret })
    return error ? messageOf(error) : ''
  }

  focus() {
    this.#card.focus()
  }

  close() {
    this.#card.destroy()
  }
}

const messageOf = (error: StripeError | undefined) => error?.message ?? ''
