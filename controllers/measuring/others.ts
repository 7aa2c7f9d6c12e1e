import { watchAttentive } from './attentive.ts'
import { pushToDataLayer } from './report.ts'

type Others = { tagManager?: string; writeKey?: string; attentive?: string }

let isLoaded = false

/**
 * Scripts of other companies. The server names them only where they are configured and were allowed. A document that
 * began without them stays without: its policy, which Turbo keeps, wouldn't let them in.
 */
export function loadOthers() {
  const named = document.querySelector<HTMLMetaElement>('meta[name="other-scripts"]')?.content
  if (!named || isLoaded) return
  isLoaded = true
  const { tagManager, writeKey, attentive }: Others = JSON.parse(named)
  if (tagManager) {
    pushToDataLayer({ 'gtm.start': Date.now(), event: 'gtm.js' })
    loadScript(`https://www.googletagmanager.com/gtm.js?id=${tagManager}`)
  }
  if (writeKey) loadScript(`https://cdn.segment.com/analytics.js/v1/${writeKey}/analytics.min.js`)
  if (attentive) {
    loadScript(`https://cdn.attn.tv/${attentive}/dtag.js`)
    watchAttentive()
  }
}

function loadScript(src: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}
