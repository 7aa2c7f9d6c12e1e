type Visit = (url: string, options: { action: 'advance' | 'replace'; response: object }) => void
type FrameMissing = CustomEvent<{ response: Response; visit: Visit }>

/**
 * An answer that a part of the page does not stand in is a page of its own: where it led elsewhere the next one, and a
 * refusal in the place of the one it was asked from.
 */
export async function leaveFrame(event: Event) {
  if (event.defaultPrevented) return
  event.preventDefault()
  const { response, visit } = (event as FrameMissing).detail
  const { redirected, status: statusCode, url } = response
  visit(redirected ? url : window.location.href, {
    action: redirected ? 'advance' : 'replace',
    response: { statusCode, redirected, responseHTML: await response.text() },
  })
}
