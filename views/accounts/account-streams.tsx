import type { AccountFacts } from '#src/settings/facts.ts'
import { Toast } from '../shared/toast.tsx'
import { TurboStream } from '../shared/turbo.tsx'
import { ACCOUNT_PARTS } from './account-page.tsx'
import type { PartName, PartProblem } from './account-part.tsx'

type ChangedProps = { part: PartName; account: AccountFacts; message: string }

/** A part as it is now, and a word about it. */
export const PartChanged = ({ part, account, message }: ChangedProps) => (
  <>
    <PartAnew part={part} account={account} />
    <TurboStream action="update" target="flash">
      <Toast kind="notice" message={message} />
    </TurboStream>
  </>
)

type RefusedProps = { account: AccountFacts; problem: PartProblem }

/** A part as it stands, with the sentence at its field; who does not see it hears it. */
export const PartRefused = ({ account, problem }: RefusedProps) => (
  <>
    <PartAnew part={problem.part} account={account} problem={problem} />
    <TurboStream action="update" target="flash">
      <p class="visually-hidden">{problem.message}</p>
    </TurboStream>
  </>
)

type AnewProps = { part: PartName; account: AccountFacts; problem?: PartProblem }

/** Changed in place where it can be, so that the focus stays where it is. */
const PartAnew = ({ part, account, problem }: AnewProps) => (
  <TurboStream action="replace" method="morph" target={part}>
    {ACCOUNT_PARTS.filter(({ id }) => id === part).map(({ Part }) => (
      <Part account={account} problem={problem} isAnew={problem === undefined} />
    ))}
  </TurboStream>
)
