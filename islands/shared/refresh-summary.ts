import { get } from '../shared/api.ts'
import { replaceContents } from './replace-contents.ts'

let latestRequest = 0

/** Replaces the server's summary beside the steps, which React doesn't own. The latest request wins. */
export async function refreshSummary(url: string) {
  const request = ++latestRequest
  const { ok, body } = await get(url)
  const summary = document.getElementById('checkout_summary')
  if (!ok || !summary || request !== latestRequest || typeof body.html !== 'string') return
  replaceContents(summary, document.createRange().createContextualFragment(body.html).childNodes)
}
