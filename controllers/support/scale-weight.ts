const HEADER = 'X-Current-Scale-Weight'

/** What lies on the scale that a page speaks of; null while nothing does. */
const currentWeight = () =>
  document.querySelector<HTMLElement>('[data-current-scale-weight]')?.dataset.currentScaleWeight || null

type Sent = Parameters<typeof fetch>

/** The same request with the weight, if there is one and it goes to our own server. */
function weighed([asked, init]: Sent): Sent {
  const weight = currentWeight()
  const url = asked instanceof Request ? asked.url : asked
  if (weight === null || new URL(url, location.href).origin !== location.origin) return [asked, init]
  const headers = new Headers(init?.headers ?? (asked instanceof Request ? asked.headers : undefined))
  headers.set(HEADER, weight)
  return [asked, { ...init, headers }]
}

/** While a page has a current scale weight, it goes with everything the page's scripts ask of our server (GND-7). */
export function sendScaleWeight() {
  const plainFetch = window.fetch.bind(window)
  window.fetch = (...sent: Sent) => plainFetch(...weighed(sent))
}

type TurboFetch = CustomEvent<{ fetchOptions: { headers: Record<string, string> } }>

/** Turbo keeps the browser's own `fetch`, but says of every request that it is about to be sent: all are same-origin. */
export function addScaleWeight(event: Event) {
  const weight = currentWeight()
  if (weight !== null) (event as TurboFetch).detail.fetchOptions.headers[HEADER] = weight
}
