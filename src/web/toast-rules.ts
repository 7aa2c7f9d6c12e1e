const TOKEN = /^[A-Za-z0-9_-]{1,64}$/

export const MESSAGE_REQUIRED = 'message is required'

export const HIDDEN = 'hidden'

/** Null if the token can't be part of a cookie name. */
export const visibilityCookie = (token: string): string | null =>
  TOKEN.test(token) ? `visibility-${token}` : null
