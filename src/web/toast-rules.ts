const TOKEN = /^[A-Za-z0-9_-]{1,64}$/

export const MESSAGE_REQUIRED = 'message is required'

/** The cookie's value once the toast is closed. */
export const HIDDEN = 'hidden'

/** The name of the cookie that remembers a closed toast; null if the token can't be part of a cookie name. */
export const visibilityCookie = (token: string): string | null =>
  TOKEN.test(token) ? `visibility-${token}` : null
