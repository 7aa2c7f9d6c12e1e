/** A repeated form answers as its first press did, unless it says something else now. */
export const PRESSED_WITH_OTHER =
  'This form was sent before with other content, and that was done. Please reload the page to send a new one.'
