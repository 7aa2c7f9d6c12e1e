export type Mail = {
  /** Names this message for good: sent again under the same key it is the same mail. */
  key: string
  to: string
  subject: string
  html: string
  text: string
  /** What it carries beside the usual. Names and values are our own, never typed by anybody. */
  headers?: Record<string, string> | undefined
}

export type Mailer = {
  /** @throws when the message could not be handed over; the job that sends it tries again */
  send(mail: Mail): Promise<void>
}
