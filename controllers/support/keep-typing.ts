import type { StreamRender } from './render-streams.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

const TEXT =
  'input:is(:not([type]), [type=text], [type=number], [type=search], [type=tel], [type=email]), textarea'

/**
 * News may redraw the field that somebody is typing in: what stands in it stays, only what the server has accepted
 * changes behind it. Answers to one's own forms do as they are written.
 */
export function keepTyping(event: Event) {
  const stream = event.target
  if (!(stream instanceof Element) || !stream.hasAttribute('data-news')) return
  const { detail } = event as StreamRender
  const { render } = detail
  detail.render = async (element) => {
    const field = fieldBeingTyped()
    const text = field?.value
    await render(element)
    if (field?.isConnected && text !== undefined && field.value !== text) field.value = text
  }
}

function fieldBeingTyped(): TextField | null {
  const field = document.activeElement?.matches(TEXT) ? (document.activeElement as TextField) : null
  return field && field.value !== field.defaultValue ? field : null
}
