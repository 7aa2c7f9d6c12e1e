import { formatCents, shortCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { REFERRAL_CENTS } from '#src/pricing/referral-amounts.ts'

type FriendProps = {
  /** First name of whose link it is. */
  name: string | null
  code: string
  isOwn: boolean
}

export const FriendPage = ({ name, code, isOwn }: FriendProps) => (
  <section class="empty friend-gift">
    <h1 class="empty__title">
      {name ?? 'A friend'} gives you {shortCents(REFERRAL_CENTS)} off your first box
    </h1>
    <p class="empty__words">
      {isOwn
        ? 'This is your own link, as your friends see it. Share it to give them their first box for less.'
        : `Fill a box with meat from independent farms. Your code ${code} is saved: apply it at checkout and pay ${formatCents(REFERRAL_CENTS)} less. When your box has come, ${name ?? 'your friend'} gets ${formatCents(REFERRAL_CENTS)} in credit too.`}
    </p>
    <a class="button" href={isOwn ? paths.refer() : paths.shop()}>
      {isOwn ? 'Back to your link' : 'Fill your first box'}
    </a>
  </section>
)
