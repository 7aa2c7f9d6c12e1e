import type { Instant } from '#src/day.ts'
import { formatAge, formatDue } from '../staff/waiting.ts'
import { composeEmail, type Store } from './mail-layout.tsx'
import type { Mail } from './receipt.tsx'

type WaitingFlag = { title: string; detail: string; createdAt: Instant; dueAt: Instant | null }

type OpenFlagsProps = { flags: WaitingFlag[]; total: number; now: Instant; url: string; store: Store }

/** Sent to the shop's owner, once a day while something is open. */
export function openFlagsMail({ flags, total, now, url, store }: OpenFlagsProps): Mail {
  const things = total === 1 ? '1 thing needs you' : `${total} things need you`
  return composeEmail({
    subject: `${things} at ${store.name}`,
    title: things,
    paragraphs: flags.map((flag) => sentence(flag, now)),
    link: { label: 'Open the back office', url },
    after: flags.length < total ? [`The list has ${total - flags.length} more.`] : [],
    reader: 'staff',
    store,
  })
}

function sentence({ title, detail, createdAt, dueAt }: WaitingFlag, now: Instant): string {
  const waiting = dueAt === null ? `waiting ${formatAge(now - createdAt)}` : `due ${formatDue(dueAt)}`
  return `${title} (${waiting}): ${detail}`
}
