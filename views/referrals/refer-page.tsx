import type { Referral, ReferralState } from '#db/schema/index.ts'
import { formatDate } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents, shortCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { REFERRAL_CENTS, REFERRALS_A_YEAR } from '#src/pricing/referral-amounts.ts'
import type { InvitationProblem } from '#src/referrals/fields.ts'
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from '#src/referrals/rules.ts'
import { CopyControl } from '../shared/copy-control.tsx'
import { EmailField } from '../shared/email-field.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { TextArea } from '../shared/text-area.tsx'

type ReferProps = {
  canMail: boolean
  /** Absolute; null for an account that has not signed in since links exist. */
  url: string | null
  referrals: Referral[]
  name: string | null
  store: { name: string }
  problem: InvitationProblem | undefined
  typed: Record<string, unknown>
}

export const ReferPage = (props: ReferProps) => (
  <div class="refer">
    <header class="page-head">
      <h1 class="page-head__title">
        Give {shortCents(REFERRAL_CENTS)}, get {shortCents(REFERRAL_CENTS)}
      </h1>
      <p class="page-head__intro">
        A friend's first box costs {formatCents(REFERRAL_CENTS)} less. When it has arrived, you get{' '}
        {formatCents(REFERRAL_CENTS)} in store credit, for up to {REFERRALS_A_YEAR} friends a year. It's for
        new customers who live elsewhere.
      </p>
    </header>
    <section class="refer__part" aria-labelledby="refer_link">
      <h2 class="refer__title" id="refer_link">
        Your link
      </h2>
      {props.url === null ? (
        <p>Please sign in again to get your link.</p>
      ) : (
        <CopyControl text={props.url} of="your link" inline />
      )}
    </section>
    {props.canMail && <Invite {...props} />}
    <Friends referrals={props.referrals} />
  </div>
)

const typedText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const Invite = ({ name, store, problem, typed }: ReferProps) => (
  <section class="refer__part" aria-labelledby="refer_invite">
    <h2 class="refer__title" id="refer_invite">
      Invite by email
    </h2>
    <Form action={paths.referrals()} method="post" class="refer__form">
      <EmailField
        id="refer_email"
        label="Your friend's email"
        autocomplete="off"
        value={typedText(typed.email) ?? ''}
        error={errorAt(problem, 'email')}
      />
      <Field
        id="refer_subject"
        name="subject"
        label="Subject (optional)"
        hint={`It starts with “${name ?? 'A friend'} invites you to ${store.name}”.`}
        maxlength={MAX_SUBJECT_LENGTH}
        value={typedText(typed.subject) ?? ''}
        error={errorAt(problem, 'subject') ?? ''}
      />
      <TextArea
        id="refer_body"
        name="body"
        label="Your message"
        hint="Plain words, no web addresses: we add your link, our address and a way to say no."
        maxlength={MAX_BODY_LENGTH}
        rows={4}
        value={typedText(typed.body) ?? SUGGESTED}
        error={errorAt(problem, 'body')}
      />
      <p>
        <button type="submit" class="button">
          Send the invitation
        </button>
      </p>
    </Form>
  </section>
)

/** Says that whoever invites is paid for it, as the FTC's Endorsement Guides ask. */
const SUGGESTED = `I buy my meat here, straight from the farms. Your first box is ${shortCents(REFERRAL_CENTS)} less, and I get ${shortCents(REFERRAL_CENTS)} too.`

const errorAt = (problem: InvitationProblem | undefined, field: InvitationProblem['field']) =>
  problem?.field === field ? problem.message : undefined

const Friends = ({ referrals }: { referrals: Referral[] }) =>
  referrals.length === 0 ? null : (
    <section class="refer__part" aria-labelledby="refer_friends">
      <h2 class="refer__title" id="refer_friends">
        Your friends
      </h2>
      <ul class="refer__friends">
        {referrals.map((referral) => (
          <li class="refer__friend">
            <b>{referral.email ?? 'A friend with your link'}</b>
            <span>{stateWords(referral)}</span>
            <small>since {formatDate(dayIn(SHOP_ZONE, referral.updatedAt))}</small>
          </li>
        ))}
      </ul>
    </section>
  )

const STATES: Record<Exclude<ReferralState, 'refused'>, string> = {
  invited: 'Invited',
  joined: 'Signed up: your credit comes with their first box',
  ordered: 'Ordered: your credit comes when the box arrives',
  earned: `You got ${formatCents(REFERRAL_CENTS)}`,
  canceled: 'Their box was canceled',
  reversed: 'Their box was refunded, so the credit went back',
}

function stateWords({ state, reason }: Referral): string {
  if (state !== 'refused') return STATES[state]
  return reason === 'yearly_limit'
    ? `No credit: ${REFERRALS_A_YEAR} friends a year is the most`
    : 'No credit: links are for friends of another household'
}
