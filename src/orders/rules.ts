/** The day from which the terms of service are as they stand: kept with what somebody agrees to under them. */
export const TERMS_VERSION = '2026-11-20'

/** States whose law wants the terms agreed to before a payment (source specification, section 4). */
const TERMS_STATES = ['CA']

/** Shared by the checkout's island and the server: whether the terms box must be ticked. */
export const termsRequired = (deliveryState: string | null) =>
  deliveryState !== null && TERMS_STATES.includes(deliveryState)
