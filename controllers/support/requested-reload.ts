import { takeFromUrl } from './url-parameters.ts'

const FLAG = 'request_reload'

/** Reloads once per URL, so that a redirect cannot loop (SHL-1). `request_reload=7` makes it a new URL. */
export function reloadIfRequested() {
  const { href } = window.location
  if (takeFromUrl(FLAG) && isFirstTime(href)) window.location.reload()
}

/** Follows a form's or a frame's redirect to such a URL with a full page load. */
export function followReloadingRedirect(event: Event) {
  const { response } = (event as CustomEvent<{ fetchResponse: { response: Response } }>).detail.fetchResponse
  const isPrefetch = event.target instanceof HTMLAnchorElement
  const url = new URL(response.url)
  if (isPrefetch || !response.redirected || !url.searchParams.has(FLAG) || !isFirstTime(url.href)) return
  event.preventDefault()
  url.searchParams.delete(FLAG)
  window.location.assign(url)
}

/** Also false without session storage: better no reload than an endless one. */
function isFirstTime(url: string): boolean {
  const key = `reloaded ${url}`
  try {
    if (window.sessionStorage.getItem(key) !== null) return false
    window.sessionStorage.setItem(key, '')
    return true
  } catch {
    return false
  }
}
