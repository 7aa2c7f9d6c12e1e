import { formatCents, shortCents } from '#src/money.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type InvitationProps = {
  /** First name of who invites; null if unknown. */
  from: string | null
  subject: string
  body: string
  cents: number
  /** Absolute, as the other one. */
  url: string
  stopUrl: string
  store: Store
}

export const invitationMail = ({ from, subject, body, cents, url, stopUrl, store }: InvitationProps) => {
  const sender = from ?? 'A friend'
  return composeEmail({
    subject: [`${sender} invites you to ${store.name}`, subject].filter(Boolean).join(': '),
    title: `${shortCents(cents)} off your first box, from ${sender}`,
    paragraphs: [
      ...body
        .split(/\n+/)
        .map((words) => words.trim())
        .filter(Boolean),
      `Your first box of meat from independent farms costs ${formatCents(cents)} less. When it has come, ${sender} gets ${formatCents(cents)} in credit too.`,
    ],
    link: { label: 'See the farms', url },
    otherLink: { label: 'No more invitations to this address', url: stopUrl },
    after: [`${store.name} sent this because ${sender} entered your address. ${store.address ?? ''}`],
    store,
  })
}

type EarnedProps = { cents: number; rewardsUrl: string; store: Store }

export const creditEarnedMail = ({ cents, rewardsUrl, store }: EarnedProps) =>
  composeEmail({
    subject: `You've got ${shortCents(cents)} in credit`,
    title: `${formatCents(cents)} for your next box`,
    paragraphs: [
      "Your friend's first box has arrived. Thank you for telling them about us!",
      `${formatCents(cents)} is in your account. It pays for your next box before your card does, and never expires.`,
    ],
    link: { label: 'See your credit', url: rewardsUrl },
    store,
  })
