type Measuring = { handle(event: Event): void }

/** The events that analytics listens for; the page's own components dispatch the custom ones. */
const HEARD = [
  'click',
  'scroll',
  'turbo:load',
  'turbo:frame-render',
  'submit',
  'cart-added',
  'turbo:submit-end',
  'modal_shown',
  'modal_closed',
  'modal_submit',
  'payment-error',
  'viewed-address-modified-modal',
  'product-filter-sort-changed',
  'add-to-wait-list',
  'add-to-wait-list-failure',
  'checkout-step',
  'payment-info',
]
const MAX_EARLY = 50

/** Counting must not slow a page: its scripts load when the browser is idle, and earlier events are queued. */
export function measureLater() {
  if (document.body.classList.contains('back-office-page')) return
  const early: Event[] = []
  let handle = (event: Event) => {
    if (early.length < MAX_EARLY) early.push(event)
  }
  for (const name of HEARD)
    document.addEventListener(name, (event) => handle(event), { capture: true, passive: true })

  const begin = async () => {
    const measuring: { begin(): Measuring } | null = await import('../measuring/begin.ts').catch(() => null)
    const begun = measuring?.begin()
    handle = begun?.handle ?? (() => {})
    for (const event of early.splice(0)) handle(event)
  }
  const whenIdle = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(() => void begin(), { timeout: 2_000 })
      : setTimeout(begin, 200)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
