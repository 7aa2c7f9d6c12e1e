/** What a call of the shop answers to a form; the names are the wire's. */
export type Answer = {
  ok: boolean
  status: number
  message?: string
  error?: string
  errors?: string[]
  code?: string
  /** The field that is to blame, where one is. */
  field?: string
  redirect_to?: string
}

/** Sends a form as a script does; null when the shop could not be reached, or did not answer as it should. */
export async function sendForm(form: HTMLFormElement, signal: AbortSignal): Promise<Answer | null> {
  try {
    const body = new FormData(form)
    const response = await fetch(form.action, {
      method: 'POST',
      body,
      signal,
      headers: { accept: 'application/json' },
    })
    return await readAnswer(response)
  } catch {
    return null
  }
}

/** What a call answered in JSON, with how it went. Rejects where it is none. */
export async function readAnswer(response: Response): Promise<Answer> {
  const { ok, status } = response
  return { ...((await response.json()) as object), ok, status }
}
