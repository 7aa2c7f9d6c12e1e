/** The shop's JSON response to a form; the names are the wire's. */
export type FormResponse = {
  ok: boolean
  status: number
  message?: string
  error?: string
  errors?: string[]
  code?: string
  field?: string
  redirect_to?: string
  /** What came of it, where `message` is a mere word. */
  note?: string
  arrival?: string | null
}

/** Null if there is no readable response. */
export async function sendForm(form: HTMLFormElement, signal: AbortSignal): Promise<FormResponse | null> {
  try {
    const body = new FormData(form)
    const response = await fetch(form.action, {
      method: 'POST',
      body,
      signal,
      headers: { accept: 'application/json' },
    })
    return await readResponse(response)
  } catch {
    return null
  }
}

/** @throws when the body is not JSON */
export async function readResponse(response: Response): Promise<FormResponse> {
  const { ok, status } = response
  return { ...((await response.json()) as object), ok, status }
}
