export const MAX_EMAIL_LENGTH = 254

/** The source specification's pattern. Runs in linear time. */
export const isEmail = (text: string) =>
  text.length <= MAX_EMAIL_LENGTH &&
  /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/.test(text)

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

export const EMAIL_SENTENCE = 'Please enter a valid email address.'
export const PASSWORD_MISSING_SENTENCE = 'Please enter your password.'
export const PASSWORD_SHORT_SENTENCE = `Please choose a password of ${MIN_PASSWORD_LENGTH} characters or more.`
export const PASSWORD_LONG_SENTENCE = `Please choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`
export const PASSWORD_COMMON_SENTENCE =
  'That password is too common and easy to guess. Please choose another.'
export const PASSWORD_EMAIL_SENTENCE =
  'Your email address is too easy to guess as a password. Please choose another.'

/** The customer's sentences. */
export const EXPIRED_RESET_SENTENCE =
  'Sorry, that password reset link has expired. Please try the reset link again.'
export const RESET_FAILED_SENTENCES = ['Oops, please try again.', "Hmm, that didn't work."] as const

/** Counts code points, as people count characters. Any character is allowed. */
export function passwordLengthProblem(password: string): string | null {
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) return PASSWORD_SHORT_SENTENCE
  return length > MAX_PASSWORD_LENGTH ? PASSWORD_LONG_SENTENCE : null
}

export function isOwnEmail(password: string, email: string): boolean {
  const [typed, address] = [password.trim().toLowerCase(), email.trim().toLowerCase()]
  return typed === address || typed === address.slice(0, address.lastIndexOf('@'))
}

/** ACC-2: several errors as one sentence, 'A, b. Please try again.' */
export function joinedErrors(errors: string[]): string {
  const clauses = errors.map((error, nth) => (nth === 0 ? error : uncapitalized(error)).replace(/\.$/, ''))
  const list = clauses.join(', ')
  return /[!?]$/.test(list) ? `${list} Please try again.` : `${list}. Please try again.`
}

const uncapitalized = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
