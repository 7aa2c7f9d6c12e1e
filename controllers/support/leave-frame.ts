type Visit = (url: string, options: { action: 'advance' | 'replace'; response: object }) => void
type FrameMissing = CustomEvent<{ response: Response; visit: Visit }>

/** A response without the requested frame becomes a page: after a redirect a new one, else in place of this one. */
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
