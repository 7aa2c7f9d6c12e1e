export type Mail = {
  /** Sent again under the same key, it's the same email. */
  key: string
  to: string
  subject: string
  html: string
  text: string
  /** Extra headers. Their names and values are our own, never typed by a person. */
  headers?: Record<string, string> | undefined
}

export type Mailer = {
  /** @throws when the message can't be handed over; its job tries again */
  send(mail: Mail): Promise<void>
}
