import { get } from './calls.ts'

let asked = 0

/** Renews the server's summary beside the island, which React does not own. The last one asked for wins. */
export async function refreshSummary(url: string) {
  const turn = ++asked
  const { ok, body } = await get(url)
  const beside = document.getElementById('checkout_summary')
  if (!ok || !beside || turn !== asked || typeof body.html !== 'string') return

  const wasOpen = beside.querySelector('details')?.open
  beside.innerHTML = body.html
  const details = beside.querySelector('details')
  if (details && wasOpen !== undefined) details.open = wasOpen
}
