import { pageToken } from './page-token.ts'
import { type FormResponse, readResponse } from './send-form.ts'

/** Null if there is no readable response. */
export async function putForm(form: HTMLFormElement, signal: AbortSignal): Promise<FormResponse | null> {
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
    return await readResponse(response)
  } catch {
    return null
  }
}
