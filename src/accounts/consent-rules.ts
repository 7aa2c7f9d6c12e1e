/** Shown next to the box and stored with each consent. A change applies to later consents only. */
export const smsConsentText = (storeName: string) =>
  `I agree to get recurring automated marketing texts from ${storeName} at the number I provide. ` +
  'Consent is not a condition of purchase. Message and data rates may apply. Reply STOP to cancel, HELP for help.'
