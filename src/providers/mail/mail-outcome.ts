/**
 * What became of a mail whose sending failed. `refused`: the server won't take it for this address. `deferred`: nor
 * will it now, which may last forever. `unsent`: it surely didn't leave. `unknown`: the line broke after the text was
 * handed over, so it may have.
 */
export type MailOutcome = 'refused' | 'deferred' | 'unsent' | 'unknown'

/** The steps of SMTP that are about one recipient or one text. With the second, the server gets the whole text. */
const RECIPIENT = 'RCPT TO'
const TEXT = 'DATA'

export function mailOutcome(error: unknown): MailOutcome {
  const { responseCode, command } = (error ?? {}) as { responseCode?: number; command?: string }
  if (responseCode === undefined) return command === TEXT ? 'unknown' : 'unsent'
  if (responseCode < 500 && command === RECIPIENT) return 'deferred'
  return responseCode >= 500 && (command === RECIPIENT || command === TEXT) ? 'refused' : 'unsent'
}
