import { normalizeEmail } from '../accounts/users.ts'
import { sha256 } from '../tokens.ts'

/** Mailboxes whose dots mean nothing. */
const DOTLESS = ['gmail.com', 'googlemail.com']

/** The mailbox behind an address: 'A.B+box@gmail.com' and 'ab@gmail.com' are one. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = normalizeEmail(email).split('@')
  const [own = ''] = name.split('+')
  return DOTLESS.includes(domain) ? `${own.replaceAll('.', '')}@gmail.com` : `${own}@${domain}`
}

export const mailboxHash = (email: string) => sha256(`mailbox:${mailboxOf(email)}`)
