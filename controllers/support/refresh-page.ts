import { replaceContents } from '#islands/shared/replace-contents.ts'

/** This very page as the server would draw it now; 'elsewhere' when it would lead on, null when it could not be had. */
export async function thisPageNow(): Promise<Document | 'elsewhere' | null> {
  try {
    const response = await fetch(window.location.pathname, {
      headers: { accept: 'text/html' },
      cache: 'no-store',
    })
    if (response.redirected) return 'elsewhere'
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null
  } catch {
    return null
  }
}

/** Puts what a part holds on that page in the place of what it holds on this. */
export function renewPart(page: Document, id: string) {
  const [old, renewed] = [document.getElementById(id), page.getElementById(id)]
  if (old && renewed) replaceContents(old, renewed.childNodes)
}
