/**
 * What somebody agrees to who ticks the box for marketing texts. Stands beside the box word for word, and is kept
 * with the consent: whoever changes it here changes it for those who agree from then on, and for nobody before.
 */
export const smsMarketingWords = (storeName: string) =>
  `I agree to get recurring marketing texts from ${storeName} at the number I give, some of them sent automatically. ` +
  'Agreeing is no condition of buying anything. Message and data rates may apply. Reply STOP to end it, HELP for help.'
