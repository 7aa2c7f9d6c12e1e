/** What the calls of an account answer; the names are the wire's. */
export type AccountAnswer = {
  status: number
  ok: boolean
  message?: string
  error?: string
  errors?: string[]
  redirect_to?: string
}

/** Sends a form as a script does; null when the shop could not be reached or understood. */
export async function sendAccountForm(
  form: HTMLFormElement,
  signal: AbortSignal | undefined,
): Promise<AccountAnswer | null | 'aborted'> {
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      body: new FormData(form),
      headers: { accept: 'application/json' },
      ...(signal ? { signal } : {}),
    })
    const answer = (await response.json()) as Omit<AccountAnswer, 'status' | 'ok'>
    return { ...answer, status: response.status, ok: response.ok }
  } catch {
    return signal?.aborted ? 'aborted' : null
  }
}
