import type { CartChange } from './cart-changes.ts'
import { pageToken } from './page-token.ts'
import { renderStreams, streamsIn } from './render-streams.ts'

/** Sends a change of the box and shows what came of it; a page that is left does not call it off. */
export async function sendChange(change: CartChange) {
  const answer = await ask(change)
  if (answer.streams === null) reportUnreachable(answer.error)
  else await renderStreams(answer.streams)
}

type Answer = { streams: string | null; error?: string }

async function ask({ url, method, quantity }: CartChange): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      keepalive: true,
      headers: { accept: 'text/vnd.turbo-stream.html, application/json', 'x-csrf-token': pageToken() },
      body: method === 'DELETE' ? null : new URLSearchParams({ quantity: String(quantity) }),
    })
    const streams = await streamsIn(response)
    return streams === null ? { streams, error: (await response.json()).error } : { streams }
  } catch {
    return { streams: null }
  }
}

/** In the shop's own words where it gave some, else in those that the page brought for it. */
export function reportUnreachable(error?: string) {
  const template = document.querySelector<HTMLTemplateElement>('#cart_unreached')
  const stream = template?.content.firstElementChild?.cloneNode(true)
  if (!(stream instanceof HTMLElement)) return
  const words = stream.querySelector('template')?.content.querySelector('.notice__text')
  if (words && error) words.textContent = error
  document.documentElement.append(stream)
}
