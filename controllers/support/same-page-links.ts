/** For an anchor on the same page, Turbo would reload the page and lose what was typed. */
export function stayOnPage(event: Event) {
  const [page, anchor] = (event as CustomEvent<{ url: string }>).detail.url.split('#')
  if (anchor && page === window.location.href.split('#')[0]) event.preventDefault()
}
