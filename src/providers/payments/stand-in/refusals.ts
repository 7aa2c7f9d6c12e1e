export type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  charge?: string
  advice_code?: string
  payment_intent?: unknown
  setup_intent?: unknown
  payment_method?: unknown
}

export class Refusal extends Error {
  /** Whether work had begun. Only then does the idempotency key remember the refusal. */
  readonly begun: boolean

  constructor(
    readonly status: 400 | 401 | 404 | 409 | 415 | 429 | 500,
    readonly body: ErrorBody,
    options: { begun?: boolean } = {},
  ) {
    super(body.message)
    this.begun = options.begun ?? false
  }
}

const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

export function invalid(message: string, param?: string, code?: string): Refusal {
  return new Refusal(400, {
    ...(code && { code, doc_url: docUrl(code) }),
    message,
    ...(param && { param }),
    type: 'invalid_request_error',
  })
}

/** Like Stripe: 404 for an id in the path, 400 for an id in a parameter. */
export function notFound(kind: string, id: string, param?: string): Refusal {
  const code = 'resource_missing'
  const message = `No such ${noun(kind)}: '${id}'`
  const paramName = param ?? (kind.endsWith('_intent') ? 'intent' : 'id')
  return new Refusal(param ? 400 : 404, {
    code,
    doc_url: docUrl(code),
    message,
    param: paramName,
    type: 'invalid_request_error',
  })
}

const noun = (kind: string) =>
  kind === 'payment_method' ? 'PaymentMethod' : kind === 'setup_intent' ? 'setupintent' : kind

export function unexpectedState(message: string, intent: { object: string }, param?: string): Refusal {
  const code =
    intent.object === 'setup_intent' ? 'setup_intent_unexpected_state' : 'payment_intent_unexpected_state'
  const body: ErrorBody = {
    code,
    doc_url: docUrl(code),
    message,
    ...(param && { param }),
    [intent.object]: intent,
    type: 'invalid_request_error',
  }
  return new Refusal(400, body, { begun: true })
}

export function cardError(
  decline: Decline,
  extra: Pick<ErrorBody, 'charge' | 'payment_method'> = {},
): ErrorBody {
  const { code, declineCode, message, advice } = decline
  return {
    ...(advice && { advice_code: advice }),
    code,
    ...(declineCode && { decline_code: declineCode }),
    doc_url: docUrl(code),
    message,
    ...extra,
    type: 'card_error',
  }
}

export type Decline = {
  code: string
  declineCode?: string
  message: string
  advice?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later'
}
