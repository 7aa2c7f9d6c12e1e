/** What the server suggests for what was typed; null when it did not answer, which nobody has to know. */
export async function fetchSuggestions(
  url: string,
  typed: string,
  signal: AbortSignal,
): Promise<string[] | null> {
  const address = new URL(url, document.baseURI)
  address.searchParams.set('q', typed)
  try {
    const response = await fetch(address, { signal, headers: { accept: 'application/json' } })
    return response.ok ? ((await response.json()) as string[]) : null
  } catch {
    return null
  }
}

export function suggestionOption(text: string, place: number): HTMLElement {
  const option = document.createElement('li')
  option.id = `search_suggestion_${place}`
  option.className = 'search-box__suggestion'
  option.setAttribute('role', 'option')
  option.textContent = text
  return option
}
