import { flagKind } from '#src/flags/kinds.ts'
import { paths } from '#src/paths.ts'
import type { Flag } from '#src/staff/flags.ts'
import { Alert } from '../shared/alert.tsx'
import { OpenedFlag } from './flag.tsx'
import type { FlagDesk } from './flag-forms.tsx'

type FlagPageProps = { flag: Flag; desk: FlagDesk; problem?: string | undefined }

export const FlagPage = ({ flag, desk, problem }: FlagPageProps) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.flags()}>Flags</a>
      </p>
      <h1 class="desk__title">{flagKind(flag.flag.kind).title}</h1>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    <div class="flag-list">
      <OpenedFlag flag={flag} desk={desk} />
    </div>
  </>
)
