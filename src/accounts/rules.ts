export const MAX_EMAIL_LENGTH = 254

/** The basic pattern of the source specification: one @, something before it, a dotted domain after it. Linear. */
export const isEmail = (text: string) =>
  text.length <= MAX_EMAIL_LENGTH &&
  /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/.test(text)
