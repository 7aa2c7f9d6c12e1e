const TOKEN = /^[A-Za-z0-9_-]{1,64}$/

export const MESSAGE_REQUIRED = 'message is required'

/** What the cookie of `visibilityCookie` holds once somebody has closed the toast. */
export const HIDDEN = 'hidden'

/** The cookie that remembers the toast of this token; null for what cannot be part of a cookie's name. */
export const visibilityCookie = (token: string): string | null =>
  TOKEN.test(token) ? `visibility-${token}` : null
