/** The customer's sentence. */
export const RENEWAL_FAILURE =
  "There was a problem updating your membership box's renewal period. Please contact support."

export const BOX_FAILURE = "We couldn't change that. Please check your connection and try again."

export const ADDING_FAILURE = "We couldn't add that. Please check your connection and try again."
