/** When the provider, or our own server, gives no better words. */
export const PAYMENT_FAILED_SENTENCE =
  "We're sorry, we weren't able to complete your order. Please try again."

/** When an answer cannot be read. */
export const UNREADABLE_SENTENCE =
  'There was a problem communicating with our payment provider. Please try again.'
