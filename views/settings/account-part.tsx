import type { Child } from 'hono/jsx'
import type { AccountFacts } from '#src/settings/facts.ts'
import { Alert } from '../shared/alert.tsx'
import { Notice } from '../shared/notice.tsx'
import { usePage } from '../shared/page-facts.ts'
import { TurboFrame } from '../shared/turbo.tsx'

/** A frame's id. */
export type PartName =
  | 'account_profile'
  | 'account_email'
  | 'account_password'
  | 'account_addresses'
  | 'account_cards'
  | 'account_preferences'
  | 'account_follows'
  | 'account_texts'
  | 'account_sessions'
  | 'account_linked'
  | 'account_data'

export type PartProblem = {
  part: PartName
  field: string | null
  message: string
  typed?: Record<string, string>
  /** The item it was about is gone. */
  isGone?: boolean
}

export type PartProps = {
  account: AccountFacts
  problem?: PartProblem | undefined
  /** The part was just replaced, which loses the focus, so its heading takes it. */
  isUpdated?: boolean | undefined
}

type FrameProps = Pick<PartProps, 'isUpdated' | 'problem'> & {
  id: PartName
  title: string
  intro?: Child
  children?: Child
}

export const AccountPart = ({ id, title, intro, isUpdated, problem, children }: FrameProps) => (
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
          autofocus={isUpdated || problem?.isGone || undefined}
        >
          {title}
        </h2>
        {intro && <p class="account-part__words">{intro}</p>}
      </div>
      <div class="account-part__body">
        <PartNotice part={id} />
        {problem && <Refused {...problem} />}
        {children}
      </div>
    </section>
  </TurboFrame>
)

const ONE_AT_A_TIME = [
  'input->one-at-a-time#trackTyping',
  'submit->one-at-a-time#block:capture',
  'turbo:submit-start->one-at-a-time#begin',
  'turbo:submit-end->one-at-a-time#end',
].join(' ')

const PartNotice = ({ part }: { part: PartName }) => {
  const { flash } = usePage()
  return flash?.part === part ? <Notice {...flash} /> : null
}

/** The controller moves the focus to the message, here or at a field of this part. */
const Refused = ({ field, message }: PartProblem) => (
  <div
    data-controller="form-problem"
    data-form-problem-told-value={String(usePage().now)}
    hidden={field !== null || undefined}
  >
    {field === null && <Alert>{message}</Alert>}
  </div>
)

export const errorAt = (problem: PartProblem | undefined, field: string) =>
  problem?.field === field ? { error: problem.message, autofocus: true as const } : {}
