import { takeFromUrl } from './url-parameters.ts'

const FLAG = 'request_reload'

/**
 * An address with `request_reload` wants the page as if it were opened anew, not what Turbo swaps in (SHL-1). Once an
 * address: a redirect that always says so must not turn in a circle. One that is to do it each time says something
 * else each time, as in `request_reload=7`.
 */
export function reloadIfRequested() {
  const { href } = window.location
  if (takeFromUrl(FLAG) && isFirstTime(href)) window.location.reload()
}

/** A form or a frame that was led to such an address takes the page along. */
export function followReloadingRedirect(event: Event) {
  const { response } = (event as CustomEvent<{ fetchResponse: { response: Response } }>).detail.fetchResponse
  const isAhead = event.target instanceof HTMLAnchorElement // fetched before anybody clicked
  const url = new URL(response.url)
  if (isAhead || !response.redirected || !url.searchParams.has(FLAG) || !isFirstTime(url.href)) return
  event.preventDefault()
  url.searchParams.delete(FLAG)
  window.location.assign(url)
}

/** False as well where nothing can be remembered: better not to reload than never to cease. */
function isFirstTime(address: string): boolean {
  const key = `reloaded ${address}`
  try {
    if (window.sessionStorage.getItem(key) !== null) return false
    window.sessionStorage.setItem(key, '')
    return true
  } catch {
    return false
  }
}
