export const hasCookie = (name: string, value?: string) =>
  document.cookie
    .split('; ')
    .some((cookie) => (value === undefined ? cookie.startsWith(`${name}=`) : cookie === `${name}=${value}`))

/** The cookie's value as written, not decoded. */
export const readCookie = (name: string): string | null =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null

export function writeCookie(name: string, value: string, days: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser we serve
  document.cookie = `${name}=${value}; path=/; max-age=${days * 24 * 3600}; samesite=lax`
}
