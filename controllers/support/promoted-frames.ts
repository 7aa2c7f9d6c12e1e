import { Turbo } from '@hotwired/turbo-rails'

/**
 * After a frame has changed the URL. Turbo takes the frame's bare response for a page with other scripts and skips
 * this: it would cache the filtered page under the URL before it, and no longer scroll.
 */
export function noteRendered() {
  const { history, view } = Turbo.session
  view.lastRenderedLocation = history.location
  view.forceReloaded = false
}
