/** @returns whether it was there */
export function takeFromUrl(name: string): boolean {
  const url = new URL(window.location.href)
  if (!url.searchParams.has(name)) return false
  url.searchParams.delete(name)
  // Turbo stores its restoration id in the history state, which must survive.
  window.history.replaceState(window.history.state, '', url)
  return true
}
