/** A link to a part of the page that is open is the browser's: Turbo would fetch the page anew, and lose what was typed. */
export function stayOnPage(event: Event) {
  const [page, anchor] = (event as CustomEvent<{ url: string }>).detail.url.split('#')
  if (anchor && page === window.location.href.split('#')[0]) event.preventDefault()
}
