import type { AccountFacts } from '#src/settings/facts.ts'
import { ToastShown } from '../shared/toast.tsx'
import { TurboStream } from '../shared/turbo.tsx'
import { ACCOUNT_PARTS, greeting } from './account-page.tsx'
import type { PartName, PartProblem, PartProps } from './account-part.tsx'

type ChangedProps = { part: PartName; account: AccountFacts; message: string }

/** A part as it is now, its forms untouched and its folds closed, and a word about it; the name above may be another. */
export const PartChanged = ({ part, account, message }: ChangedProps) => (
  <>
    <TurboStream action="replace" target={part}>
      <PartNow part={part} account={account} isAnew />
    </TurboStream>
    <TurboStream action="update" target="account_title">
      {greeting(account)}
    </TurboStream>
    <ToastShown kind="notice" message={message} />
  </>
)

type RefusedProps = { account: AccountFacts; problem: PartProblem }

/** A part as it stands, with the sentence at its field; who does not see it hears it. */
export const PartRefused = ({ account, problem }: RefusedProps) => (
  <>
    <TurboStream action="replace" method="morph" target={problem.part}>
      <PartNow part={problem.part} account={account} problem={problem} />
    </TurboStream>
    <TurboStream action="update" target="flash">
      <p class="visually-hidden">{problem.message}</p>
    </TurboStream>
  </>
)

const PartNow = ({ part, ...props }: PartProps & { part: PartName }) => (
  <>
    {ACCOUNT_PARTS.filter(({ id }) => id === part).map(({ Part }) => (
      <Part {...props} />
    ))}
  </>
)
