export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const candidates = /(?<![\dA-Za-z_-])[2-6]\d(?:[ -]?\d){11,17}(?![\dA-Za-z_])/g

/**
 * Whether a text may hold a card number: 13 to 19 digits with a valid check digit. They must start with 2 to 6, as
 * cards do, so that timestamps in milliseconds do not match.
 */
export function holdsCardNumber(text: string): boolean {
  for (const [match] of text.matchAll(candidates)) if (passesLuhn(match.replace(/\D/g, ''))) return true
  return false
}
