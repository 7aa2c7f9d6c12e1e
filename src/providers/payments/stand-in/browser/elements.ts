import type { Calls } from './calls.ts'
import { CardElement, type CardOptions } from './card-element.ts'
import type { EnteredCard } from './card-form.ts'
import { Emitter } from './emitter.ts'
import { ExpressCheckoutElement, type ExpressOptions } from './express-element.ts'
import { PaymentElement, type PaymentOptions } from './payment-element.ts'
import { IntegrationError, type StripeProblem } from './problems.ts'
import type { StripeElement } from './stripe-element.ts'
import type { Appearance } from './styles.ts'
import type { PaidWallet } from './wallet-sheet.ts'

export type ElementsOptions = {
  clientSecret?: string
  mode?: 'payment' | 'setup' | 'subscription'
  amount?: number
  currency?: string
  setupFutureUsage?: string | null
  setup_future_usage?: string | null
  appearance?: Appearance
}

const terminalStatuses = ['succeeded', 'canceled', 'processing']

export class StripeElements extends Emitter {
  readonly #elements = new Map<string, StripeElement>()
  #submitted = false
  /** The wallet whose sheet the shopper confirmed. It takes precedence over the card form. */
  wallet: PaidWallet | null = null

  constructor(
    readonly calls: Calls,
    readonly options: ElementsOptions,
  ) {
    super()
    const { mode, amount, currency, clientSecret } = options
    if (clientSecret !== undefined && mode !== undefined)
      throw new IntegrationError('You cannot pass both `clientSecret` and `mode` to elements().')
    if (mode && mode !== 'setup' && !(Number.isInteger(amount) && (amount ?? -1) >= 0 && currency)) {
      throw new IntegrationError(
        `Invalid value for elements(): \`amount\` and \`currency\` are required in mode '${mode}'.`,
      )
    }
  }

  create(type: string, options: object = {}): StripeElement {
    if (this.#elements.has(type))
      throw new IntegrationError(`Can only create one Element of type ${type} through elements.`)
    const element = this.#build(type, options)
    this.#elements.set(type, element)
    return element
  }

  getElement(type: string | { __elementType?: string }): StripeElement | null {
    const name = typeof type === 'string' ? type : type.__elementType
    return this.#elements.get(name ?? '') ?? null
  }

  update(changes: ElementsOptions): Promise<void> {
    Object.assign(this.options, changes)
    this.emit('update')
    return Promise.resolve()
  }

  async fetchUpdates(): Promise<{ error?: { message: string; status?: string } }> {
    const { clientSecret } = this.options
    if (!clientSecret) return {}
    const { error } = await this.calls.retrieve(clientSecret)
    this.emit('update')
    return error ? { error: { message: error.message } } : {}
  }

  /** Shows what is missing. Shops must call it first when the shopper pays, before any other work. */
  async submit(): Promise<{ error?: StripeProblem; selectedPaymentMethod?: string }> {
    const error = this.wallet ? null : this.validate()
    if (error) return { error }
    this.#submitted = true
    return { selectedPaymentMethod: this.wallet?.wallet ?? 'card' }
  }

  remove(element: StripeElement) {
    if (this.#elements.get(element.elementType) === element) this.#elements.delete(element.elementType)
  }

  get isDeferred() {
    return this.options.mode !== undefined
  }

  /** @throws IntegrationError, like Stripe.js, if the shop did not submit before it called its server. */
  requireSubmit() {
    if (this.isDeferred && !this.#submitted) {
      throw new IntegrationError(
        'elements.submit() must be called before stripe.confirmPayment(), stripe.confirmSetup() or stripe.createPaymentMethod().',
      )
    }
  }

  validate(): StripeProblem | null {
    return this.#form?.validate() ?? null
  }

  enteredCard(): EnteredCard | null {
    return this.#form?.enteredCard() ?? null
  }

  expected() {
    const { mode, amount, currency, setupFutureUsage, setup_future_usage } = this.options
    if (!mode || mode === 'setup') return undefined
    const usage = setupFutureUsage ?? setup_future_usage ?? (mode === 'subscription' ? 'off_session' : null)
    return { amount, currency: currency?.toLowerCase(), setup_future_usage: usage }
  }

  async loadProblem(): Promise<StripeProblem | null> {
    const { clientSecret } = this.options
    if (!clientSecret) return null
    const { value, error } = await this.calls.retrieve(clientSecret)
    if (error) return error
    if (value.amount !== undefined)
      Object.assign(this.options, { amount: value.amount, currency: value.currency })
    if (!terminalStatuses.includes(value.status)) return null
    return {
      type: 'invalid_request_error',
      message: `This ${value.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'} is in a terminal state and cannot be used to initialize Elements.`,
    }
  }

  get #form() {
    const element = this.getElement('payment') ?? this.getElement('card')
    return element instanceof PaymentElement || element instanceof CardElement ? element : null
  }

  #build(type: string, options: object): StripeElement {
    switch (type) {
      case 'payment':
        return new PaymentElement(this, options as PaymentOptions)
      case 'card':
        return new CardElement(this, options as CardOptions)
      case 'expressCheckout':
        return new ExpressCheckoutElement(this, options as ExpressOptions)
      default:
        throw new IntegrationError(`The payments stand-in does not support the Element type ${type}.`)
    }
  }
}
