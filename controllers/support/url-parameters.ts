/** Takes a parameter that was meant for scripts out of the address. @returns whether it was there */
export function takeFromUrl(name: string): boolean {
  const url = new URL(window.location.href)
  if (!url.searchParams.has(name)) return false
  url.searchParams.delete(name)
  // Turbo keeps its own notes in the history's state, so that stays.
  window.history.replaceState(window.history.state, '', url)
  return true
}
