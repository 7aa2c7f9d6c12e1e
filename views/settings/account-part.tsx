import type { Child } from 'hono/jsx'
import type { AccountFacts } from '#src/settings/facts.ts'
import { Alert } from '../shared/alert.tsx'
import { Notice } from '../shared/notice.tsx'
import { usePage } from '../shared/page-facts.ts'
import { TurboFrame } from '../shared/turbo.tsx'

/** The parts of the page of an account: the ids of their frames. */
export type PartName =
  | 'account_profile'
  | 'account_email'
  | 'account_password'
  | 'account_addresses'
  | 'account_cards'
  | 'account_preferences'
  | 'account_sessions'
  | 'account_linked'
  | 'account_data'

/** What was refused where, and what was typed into the form. */
export type PartProblem = {
  part: PartName
  /** By its name; null where no field is to blame. */
  field: string | null
  message: string
  typed?: Record<string, string>
  /** What it was about is not there any more. */
  isGone?: boolean
}

export type PartProps = {
  account: AccountFacts
  problem?: PartProblem | undefined
  /** It just changed: whoever lost the focus with the button they pressed finds it at the part's head. */
  isAnew?: boolean | undefined
}

type FrameProps = Pick<PartProps, 'isAnew' | 'problem'> & {
  id: PartName
  title: string
  words?: Child
  children?: Child
}

/**
 * Answers on its own, whatever else of the page is under way; what leads elsewhere from it takes the whole page. What was
 * just done to it, or refused, stands first in it.
 */
export const AccountPart = ({ id, title, words, isAnew, problem, children }: FrameProps) => (
  <TurboFrame id={id}>
    <section
      class="account-part"
      aria-labelledby={`${id}_title`}
      data-controller="one-at-a-time"
      data-action={ONE_AT_A_TIME}
    >
      <div class="account-part__head">
        <h2
          class="account-part__title"
          id={`${id}_title`}
          tabindex={-1}
          autofocus={isAnew || problem?.isGone || undefined}
        >
          {title}
        </h2>
        {words && <p class="account-part__words">{words}</p>}
      </div>
      <div class="account-part__body">
        <Done to={id} />
        {problem && <Refused {...problem} />}
        {children}
      </div>
    </section>
  </TurboFrame>
)

const ONE_AT_A_TIME = [
  'input->one-at-a-time#note',
  'submit->one-at-a-time#holdBack:capture',
  'turbo:submit-start->one-at-a-time#begin',
  'turbo:submit-end->one-at-a-time#end',
].join(' ')

const Done = ({ to }: { to: PartName }) => {
  const { flash } = usePage()
  return flash?.part === to ? <Notice {...flash} /> : null
}

/** Whoever pressed the button is taken to what is said: here, or at a field of this part. */
const Refused = ({ field, message }: PartProblem) => (
  <div
    data-controller="form-problem"
    data-form-problem-told-value={String(usePage().now)}
    hidden={field !== null || undefined}
  >
    {field === null && <Alert>{message}</Alert>}
  </div>
)

/** The sentence at a field, if it is the one that was refused; then a page that opens with it has the focus there. */
export const errorAt = (problem: PartProblem | undefined, field: string) =>
  problem?.field === field ? { error: problem.message, autofocus: true as const } : {}
