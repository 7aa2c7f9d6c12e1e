export async function fetchSuggestions<Suggestions>(
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Suggestions | null> {
  const url = new URL(path, document.baseURI)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  try {
    const response = await fetch(url, { signal, headers: { accept: 'application/json' } })
    return response.ok ? ((await response.json()) as Suggestions) : null
  } catch {
    return null
  }
}
