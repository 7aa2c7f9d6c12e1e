import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { providerAppearance } from '#islands/shared/appearance.ts'
import { loadProvider } from '#islands/shared/provider.ts'

type Payments = Parameters<typeof loadProvider>[0]

/** What the provider's field says of itself: all there, or what is wrong with it. */
export type CardState = { complete: boolean; problem: string }

/** What a card is called where its number may not go, or why it has no name. */
export type Named = { name: string } | { problem: string }

/** The provider's field for a card, in the page: it alone sees the number. */
export class CardEntry {
  readonly #stripe: Stripe
  readonly #card: StripeCardElement

  /** Fetches the provider's script and puts its field in place. Rejects when it cannot be had. */
  static async open(payments: Payments, place: HTMLElement, changed: (state: CardState) => void) {
    return new CardEntry(await loadProvider(payments), place, changed)
  }

  constructor(stripe: Stripe, place: HTMLElement, changed: (state: CardState) => void) {
    const appearance = providerAppearance()
    const { colorText, colorDanger, fontFamily } = appearance.variables ?? {}
    this.#stripe = stripe
    this.#card = stripe.elements({ appearance }).create('card', {
      hidePostalCode: true, // the bill's own field asks for it
      style: {
        base: { fontSize: '16px', ...(colorText && { color: colorText }), ...(fontFamily && { fontFamily }) },
        invalid: colorDanger ? { color: colorDanger, iconColor: colorDanger } : {},
      },
    })
    this.#card.on('change', ({ complete, error }) => changed({ complete, problem: error?.message ?? '' }))
    this.#card.mount(place)
  }

  async nameCard(address: Record<string, string>): Promise<Named> {
    const { token, error } = await this.#stripe.createToken(this.#card, { ...address, currency: 'usd' })
    return token ? { name: token.id } : { problem: messageOf(error) }
  }

  /** Puts the bank's question to the shopper. @returns what went wrong, '' when nothing did */
  async ask(clientSecret: string): Promise<string> {
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
