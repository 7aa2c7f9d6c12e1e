import { pageToken } from '../support/page-token.ts'
import { isMeasured } from './choice.ts'

export type Properties = Record<string, unknown>

type OtherService = { track(name: string, properties: Properties, options: { context: Properties }): void }

type Page = Window & { dataLayer?: Properties[]; analytics?: OtherService }

const page: Page = window

type Client = typeof import('ahoy.js')['default']

/** Its script may arrive after a no, and would begin a visit by itself. */
function withClient(use: (ahoy: Client) => void) {
  import('ahoy.js').then(
    ({ default: ahoy }) => {
      ahoy.configure({ startOnReady: false })
      if (!isMeasured()) return
      ahoy.start()
      use(ahoy)
    },
    () => {},
  )
}

export const beginVisit = () => withClient(() => {})

/** To our own server by the ahoy.js client, and to the analytics service if it was allowed. Failures are ignored. */
export function track(name: string, properties: Properties = {}) {
  if (!isMeasured()) return
  withClient((ahoy) => ahoy.track(name, properties))
  page.analytics?.track(name, properties, { context: pageContext() })
}

export const pageContext = () => ({
  page: { url: location.origin + location.pathname, path: location.pathname },
})

/** Counted per offer. The response isn't read. */
export function reportOffer(event_name: string, bid_item_token: string) {
  const headers = { 'content-type': 'application/json', 'x-csrf-token': pageToken() }
  const body = JSON.stringify({ event_name, bid_item_token })
  fetch('/v1/events', { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

export function pushToDataLayer(entry: Properties) {
  page.dataLayer ??= []
  page.dataLayer.push(entry)
}
