import { get } from '../checkout/calls.ts'
import { replaceContents } from './replace-contents.ts'

let asked = 0

/** Renews the server's summary beside the steps, which React does not own. The last one asked for wins. */
export async function refreshSummary(url: string) {
  const turn = ++asked
  const { ok, body } = await get(url)
  const beside = document.getElementById('checkout_summary')
  if (!ok || !beside || turn !== asked || typeof body.html !== 'string') return
  replaceContents(beside, document.createRange().createContextualFragment(body.html).childNodes)
}
