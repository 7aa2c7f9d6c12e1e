import { type Person, personName } from '#src/accounts/person-name.ts'
import type { Instant } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { FLAG_ACTIONS, type FlagAction } from '#src/flags/flag-actions.ts'
import { type FlagArea, flagKind } from '#src/flags/kinds.ts'
import { paths } from '#src/paths.ts'
import type { Flag } from '#src/staff/flags.ts'
import { Icon, type IconName } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { FlagFacts } from './flag-facts.tsx'
import { type FlagDesk, OwnerForm, ResolveForm } from './flag-forms.tsx'
import { formatAge, formatDue, isPressing } from './waiting.ts'

const ICONS: Record<FlagArea, IconName> = { money: 'money', addresses: 'place', shop: 'again' }

/** A row that opens below itself. */
export const FoldedFlag = ({ flag, desk }: { flag: Flag; desk: FlagDesk }) => (
  <li class="flag" id={`flag_${flag.flag.id}`}>
    <details>
      <summary class="flag__row">
        <FlagHead flag={flag} now={desk.now} />
      </summary>
      <FlagBody flag={flag} desk={desk} />
    </details>
  </li>
)

export const OpenedFlag = ({ flag, desk }: { flag: Flag; desk: FlagDesk }) => (
  <section class="flag" aria-label={flagKind(flag.flag.kind).title}>
    <div class="flag__row">
      <FlagHead flag={flag} now={desk.now} />
    </div>
    <FlagBody flag={flag} desk={desk} />
  </section>
)

const FlagHead = ({ flag: { flag, owner, order }, now }: { flag: Flag; now: Instant }) => {
  const { title, area } = flagKind(flag.kind)
  return (
    <>
      <Icon name={flag.resolvedAt === null ? ICONS[area] : 'check'} />
      <span class="flag__words">
        <b>{title}</b>
        <span class="flag__detail">{order ? `Order ${order.identifier}` : flag.detail}</span>
      </span>
      <span
        class={
          isPressing(flag, now) && flag.resolvedAt === null ? 'flag__age flag__age--pressing' : 'flag__age'
        }
      >
        {ageWords(flag, now)}
      </span>
      <Avatar person={owner} />
    </>
  )
}

function ageWords({ createdAt, dueAt, resolvedAt }: Flag['flag'], now: Instant): string {
  if (resolvedAt !== null) return `Resolved ${formatAge(now - resolvedAt)} ago`
  return dueAt === null ? `Waiting ${formatAge(now - createdAt)}` : `Due ${formatDue(dueAt)}`
}

const Avatar = ({ person }: { person: Person | null }) => {
  const name = person && personName(person)
  return (
    <span class={name ? 'avatar' : 'avatar avatar--none'} title={name ?? 'No owner'}>
      <span aria-hidden="true">{name ? initials(name) : '?'}</span>
      <span class="visually-hidden">{name ? `Owner: ${name}` : 'No owner'}</span>
    </span>
  )
}

const initials = (name: string) =>
  name
    .split(' ')
    .map((word) => word.slice(0, 1).toUpperCase())
    .slice(0, 2)
    .join('')

const FlagBody = ({ flag, desk }: { flag: Flag; desk: FlagDesk }) => (
  <div class="flag__body">
    <p>{flagKind(flag.flag.kind).explanation}</p>
    <FlagFacts flag={flag} />
    {flag.flag.kind === 'gift_card_to_post' && flag.flag.subjectId !== null && (
      <p>
        <a href={paths.staffPrintGiftCard(flag.flag.subjectId)}>Print the card</a>
      </p>
    )}
    {flag.flag.resolvedAt === null ? (
      <>
        <ResolveForm flag={flag} desk={desk} />
        <OwnerForm flag={flag} desk={desk} />
      </>
    ) : (
      <Resolved flag={flag} at={flag.flag.resolvedAt} />
    )}
  </div>
)

const Resolved = ({ flag: { flag, resolver }, at }: { flag: Flag; at: Instant }) => {
  const done = flag.action === null ? 'Settled' : FLAG_ACTIONS[flag.action as FlagAction].done
  const who = resolver ? personName(resolver) : 'the shop itself'
  return (
    <div class="flag__resolution">
      <p>
        <b>
          {done} by {who}
        </b>
        , {formatMoment(at, SHOP_ZONE)}
      </p>
      {flag.resolution && <p class="flag__quote">{flag.resolution}</p>}
    </div>
  )
}
