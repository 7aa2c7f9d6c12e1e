import type { CartChange } from './cart-changes.ts'
import { pageToken } from './page-token.ts'
import { renderStreams, streamsIn } from './render-streams.ts'

/** `keepalive` lets the change finish after the page is left. */
export async function sendChange(change: CartChange) {
  const result = await send(change)
  if (result.streams === null) reportUnreachable(result.error)
  else await renderStreams(result.streams)
}

type Result = { streams: string | null; error?: string }

async function send({ url, method, quantity }: CartChange): Promise<Result> {
  try {
    const response = await fetch(url, {
      method,
      keepalive: true,
      headers: { accept: 'text/vnd.turbo-stream.html, application/json', 'x-csrf-token': pageToken() },
      body: method === 'DELETE' ? null : new URLSearchParams({ quantity: String(quantity) }),
    })
    // For analytics.
    if (response.ok && method === 'POST')
      document.dispatchEvent(new CustomEvent('cart-added', { detail: { url } }))
    const streams = await streamsIn(response)
    return streams === null ? { streams, error: (await response.json()).error } : { streams }
  } catch {
    return { streams: null }
  }
}

/** Shows the shop's error, or the page's own message when the shop sent none. */
export function reportUnreachable(error?: string) {
  const template = document.querySelector<HTMLTemplateElement>('#unreached')
  const stream = template?.content.firstElementChild?.cloneNode(true)
  if (!(stream instanceof HTMLElement)) return
  const text = stream.querySelector('template')?.content.querySelector('.notice__text')
  if (text && error) text.textContent = error
  document.documentElement.append(stream)
}
