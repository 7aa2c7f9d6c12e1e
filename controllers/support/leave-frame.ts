type Visit = (url: string, options: { action: 'advance' | 'replace'; response: object }) => void
type FrameMissing = CustomEvent<{ response: Response; visit: Visit }>

/** A response without the requested frame is shown as a page: a new visit if redirected, else in place. */
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
