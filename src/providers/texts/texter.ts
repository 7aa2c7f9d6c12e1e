export type OutgoingText = {
  /** Sent again under the same key, it's the same text where the sender can tell. */
  key: string
  /** E.164 */
  to: string
  body: string
  /** Where reports of its delivery go. */
  reportUrl: string
}

export type SentText = { id: string; status: string }

export type Texter = {
  /** @throws TextError */
  send(text: OutgoingText): Promise<SentText>
  /** What was sent to a number with these words at or after `since`, by the machine's time. @throws TextError */
  find(text: Pick<OutgoingText, 'to' | 'body'>, since: number): Promise<SentText | null>
}

/** `unknown`: the text may have been sent all the same. */
export class TextError extends Error {
  override name = 'TextError'
  constructor(
    readonly outcome: 'not_done' | 'unknown',
    /** The gateway's own number of the error. */
    readonly code: number | null,
    message: string,
  ) {
    super(message)
  }
}
