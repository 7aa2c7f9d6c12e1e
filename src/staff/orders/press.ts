import { sha256 } from '../../tokens.ts'

/** Of a form, which has a press of its own. A script's same call again is the same press. */
export const pressOf = (typed: string, ...content: unknown[]) =>
  typed === '' ? `same:${sha256(JSON.stringify(content))}` : typed
