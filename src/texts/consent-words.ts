/** Shown next to the box and stored with each consent. A change applies to later consents only. */
export const deliveryConsentText = (storeName: string) =>
  `Text me about my deliveries from ${storeName}: when a box ships, is out for delivery, arrives or runs late, ` +
  'up to 6 texts a box. Free, but message and data rates may apply. Reply STOP to cancel, HELP for help. You don’t need texts to buy.'
