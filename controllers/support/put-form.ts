import { pageToken } from './page-token.ts'
import { type Answer, readAnswer } from './send-form.ts'

/**
 * Puts a form's fields as JSON to its action with `.json` behind it; null when the shop could not be reached, or did not
 * answer as it should.
 */
export async function putForm(form: HTMLFormElement, signal: AbortSignal): Promise<Answer | null> {
  const { _method, authenticity_token, return_to, ...fields } = Object.fromEntries(new FormData(form))
  try {
    const response = await fetch(`${form.action}.json`, {
      method: 'PUT',
      signal,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-csrf-token': pageToken() || String(authenticity_token ?? ''),
      },
      body: JSON.stringify(fields),
    })
    return await readAnswer(response)
  } catch {
    return null
  }
}
