/** What the server suggests, as it answers; null when it did not, which nobody has to know. */
export async function fetchSuggestions<Answer>(
  url: string,
  wish: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer | null> {
  const address = new URL(url, document.baseURI)
  for (const [name, value] of Object.entries(wish)) address.searchParams.set(name, value)
  try {
    const response = await fetch(address, { signal, headers: { accept: 'application/json' } })
    return response.ok ? ((await response.json()) as Answer) : null
  } catch {
    return null
  }
}
