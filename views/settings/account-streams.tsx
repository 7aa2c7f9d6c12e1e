import type { AccountFacts } from '#src/settings/facts.ts'
import { ToastShown } from '../shared/toast.tsx'
import { TurboStream } from '../shared/turbo.tsx'
import { ACCOUNT_PARTS, greeting } from './account-page.tsx'
import type { PartName, PartProblem, PartProps } from './account-part.tsx'

type ChangedProps = { part: PartName; account: AccountFacts; message: string }

export const PartChanged = ({ part, account, message }: ChangedProps) => (
  <>
    <TurboStream action="replace" target={part}>
      <CurrentPart part={part} account={account} isUpdated />
    </TurboStream>
    <TurboStream action="update" target="account_title">
      {greeting(account)}
    </TurboStream>
    <ToastShown kind="notice" message={message} />
  </>
)

type RefusedProps = { account: AccountFacts; problem: PartProblem }

/** The hidden paragraph announces the error to screen readers. */
export const PartRefused = ({ account, problem }: RefusedProps) => (
  <>
    <TurboStream action="replace" method="morph" target={problem.part}>
      <CurrentPart part={problem.part} account={account} problem={problem} />
    </TurboStream>
    <TurboStream action="update" target="flash">
      <p class="visually-hidden">{problem.message}</p>
    </TurboStream>
  </>
)

const CurrentPart = ({ part, ...props }: PartProps & { part: PartName }) => (
  <>
    {ACCOUNT_PARTS.filter(({ id }) => id === part).map(({ Part }) => (
      <Part {...props} />
    ))}
  </>
)
