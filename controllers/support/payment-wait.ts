export type NextStep = 'again' | 'success' | 'error'

/** Where a word on a payment leads; `null` is no word at all: unreachable, or an answer that was not OK. */
export function nextStep(status: string | null): NextStep {
  if (status === null || status === 'pending') return 'again'
  return status === 'succeeded' ? 'success' : 'error'
}
