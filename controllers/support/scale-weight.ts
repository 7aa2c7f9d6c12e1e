const HEADER = 'X-Current-Scale-Weight'

/** Of the element's attribute, or typed into it by a scale. */
function currentWeight() {
  const scale = document.querySelector<HTMLInputElement>('[data-current-scale-weight]')
  return scale?.dataset.currentScaleWeight || scale?.value || null
}

type FetchArguments = Parameters<typeof fetch>

function withScaleWeight([input, init]: FetchArguments): FetchArguments {
  const weight = currentWeight()
  const url = input instanceof Request ? input.url : input
  if (weight === null || new URL(url, location.href).origin !== location.origin) return [input, init]
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  headers.set(HEADER, weight)
  return [input, { ...init, headers }]
}

/** Adds the page's scale weight to every same-origin fetch (GND-7). */
export function sendScaleWeight() {
  const nativeFetch = window.fetch.bind(window)
  window.fetch = (...args: FetchArguments) => nativeFetch(...withScaleWeight(args))
}

type TurboFetch = CustomEvent<{ fetchOptions: { headers: Record<string, string> } }>

/** Turbo holds on to the native `fetch`; all its requests are same-origin. */
export function addScaleWeight(event: Event) {
  const weight = currentWeight()
  if (weight !== null) (event as TurboFetch).detail.fetchOptions.headers[HEADER] = weight
}
