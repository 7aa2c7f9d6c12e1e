export type NextStep = 'again' | 'success' | 'error'

/** `null` means that the poll failed. */
export function nextStep(status: string | null): NextStep {
  if (status === null || status === 'pending') return 'again'
  return status === 'succeeded' ? 'success' : 'error'
}
