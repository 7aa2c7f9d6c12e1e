import type { StreamRender } from './render-streams.ts'

/**
 * Turbo gives the focus back to the field that had it when the stream came, a frame ago, even if the shopper has moved
 * to another field since: what they type next would land in the first one.
 */
export function keepMovedFocus(event: Event) {
  const { detail } = event as StreamRender
  const { render } = detail
  const before = document.activeElement
  detail.render = async (stream) => {
    const hasMoved = document.activeElement !== before && document.activeElement !== document.body
    await render(stream)
    const restored = before?.id && document.getElementById(before.id)
    if (hasMoved && restored) refuseFocus(restored)
  }
}

/** Until the end of this frame, in which Turbo restores the focus. */
function refuseFocus(element: HTMLElement) {
  element.focus = () => {}
  setTimeout(() => Reflect.deleteProperty(element, 'focus'))
}
