import type { SecondFactorChange } from '#src/accounts/second-factor-changes.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type InvitationMail = { inviter: string; work: string; url: string; days: number; store: Store }

export const invitationMail = ({ inviter, work, url, days, store }: InvitationMail) =>
  composeEmail({
    subject: `${inviter} invites you to work with ${store.name}`,
    title: 'You’re invited',
    paragraphs: [`${inviter} would like you to work with ${store.name} as ${work}.`],
    link: { label: 'Accept the invitation', url },
    after: [
      `The link works once, for ${days} days. If you don’t know what this is about, please ignore this email.`,
    ],
    reader: 'staff',
    store,
  })

const CHANGES: Record<SecondFactorChange, { subject: string; words: string }> = {
  added: {
    subject: 'A second step was added to your sign-in',
    words: 'From now on, the back office asks for it when you sign in.',
  },
  removed: {
    subject: 'A second step was removed from your sign-in',
    words: 'It no longer works for signing in.',
  },
  reset: {
    subject: 'The second step of your sign-in was reset',
    words: 'A colleague removed it, and you are signed out everywhere. Please sign in and set it up again.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used to sign in',
    words: 'It replaced your second step this time. That code no longer works.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes',
    words: 'The ones you had before no longer work.',
  },
}

type SecondFactorMail = { change: SecondFactorChange; url: string; store: Store }

/** Goes out at once, while the owner can still do something about it. */
export const secondFactorMail = ({ change, url, store }: SecondFactorMail) =>
  composeEmail({
    subject: CHANGES[change].subject,
    title: CHANGES[change].subject,
    paragraphs: [
      CHANGES[change].words,
      'If this wasn’t you, please tell a colleague now, so that they can reset it.',
    ],
    link: { label: 'See how you sign in', url },
    reader: 'staff',
    store,
  })
