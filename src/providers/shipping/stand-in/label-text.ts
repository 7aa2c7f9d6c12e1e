/** What a label printer can print: Latin letters. Everything else becomes a question mark, as at a real carrier. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/[^\x20-\x7e\u00a1-\u00ff]/gu, '?')

/** ZPL's own characters begin commands. */
export const zplText = (text: string): string => printable(text).replace(/[\^~\\]/g, ' ')
