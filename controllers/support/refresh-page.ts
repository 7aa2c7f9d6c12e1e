import { replaceContents } from '#islands/shared/replace-contents.ts'

/** The current page as the server renders it now; null on failure. */
export async function fetchCurrentPage(): Promise<Document | 'redirected' | null> {
  try {
    const response = await fetch(window.location.pathname, {
      headers: { accept: 'text/html' },
      cache: 'no-store',
    })
    if (response.redirected) return 'redirected'
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null
  } catch {
    return null
  }
}

export function replacePart(page: Document, id: string) {
  const [current, updated] = [document.getElementById(id), page.getElementById(id)]
  if (current && updated) replaceContents(current, updated.childNodes)
}
