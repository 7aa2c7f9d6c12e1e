import type { StreamRender } from './render-streams.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

const TEXT =
  'input:is(:not([type]), [type=text], [type=number], [type=search], [type=tel], [type=email]), textarea'

/** A broadcast must not overwrite what the shopper is typing; responses to the shopper's own forms do. */
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
