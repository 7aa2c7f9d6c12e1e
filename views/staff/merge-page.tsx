import type { User } from '#db/schema/index.ts'
import { personName } from '#src/accounts/person-name.ts'
import { formatDate } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { CustomerRow } from '#src/staff/customers.ts'
import type { MergePreview } from '#src/staff/merge/facts.ts'
import { MERGE_TOPICS, type MergeTopic } from '#src/staff/merge/topics.ts'
import { DeskSearch } from '../fulfillment/desk-search.tsx'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { TextArea } from '../shared/text-area.tsx'

type MergePageProps = {
  kept: User
  other: User | null
  typed: string
  found: CustomerRow[]
  preview: MergePreview | null
  problem: string | undefined
  reason: string
}

export const MergePage = ({ kept, other, typed, found, preview, problem, reason }: MergePageProps) => (
  <article>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCustomer(kept.token)}>{personName(kept)}</a>
      </p>
      <h1 class="desk__title">Merge two accounts</h1>
      <p class="desk__intro">
        {kept.email} stays and takes over what {other?.email ?? 'the other account'} has. The other one can’t
        sign in anymore.
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    {other === null && (
      <>
        <DeskSearch
          action={paths.mergeCustomer(kept.token)}
          id="merge_search"
          label="The other account: name, email or phone"
          searched={typed}
        />
        {typed !== '' && <Found kept={kept} found={found} />}
      </>
    )}
    {other !== null && preview !== null && (
      <>
        <SideBySide kept={kept} other={other} preview={preview} />
        <Conflicts conflicts={preview.conflicts} />
        <MergeForm kept={kept} other={other} mark={preview.mark} reason={reason} />
      </>
    )}
    {other !== null && (
      <p class="desk__intro">
        <a href={paths.mergeCustomer(kept.token)}>Choose another account</a>
      </p>
    )}
  </article>
)

const Found = ({ kept, found }: { kept: User; found: CustomerRow[] }) =>
  found.length === 0 ? (
    <p class="desk__intro">No other account matches.</p>
  ) : (
    <ul class="role-rules">
      {found.map((row) => (
        <li class="role-rule">
          <span>
            <b>{personName(row)}</b> · {row.email}
          </span>
          <a href={paths.mergeCustomer(kept.token, { other: row.token })}>Compare</a>
        </li>
      ))}
    </ul>
  )

type SideBySideProps = { kept: User; other: User; preview: MergePreview }

const SideBySide = ({ kept, other, preview }: SideBySideProps) => (
  <section class="sheet" tabindex={0} aria-label="Both accounts">
    <table class="sheet__table merge-table">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" class="sheet__figure">
            Stays
          </th>
          <th scope="col" class="sheet__figure">
            Goes
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Since</th>
          <td class="sheet__figure">{since(kept)}</td>
          <td class="sheet__figure">{since(other)}</td>
        </tr>
        {(Object.keys(MERGE_TOPICS) as MergeTopic[]).map((topic) => (
          <tr>
            <th scope="row">{MERGE_TOPICS[topic]}</th>
            <td class="sheet__figure">{figure(topic, preview.kept[topic])}</td>
            <td class="sheet__figure">{figure(topic, preview.merged[topic])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const since = ({ createdAt }: User) => formatDate(dayIn(SHOP_ZONE, createdAt))

const figure = (topic: MergeTopic, value: number) =>
  topic === 'credit_cents' ? formatCents(value) : value === 0 ? '–' : value.toLocaleString('en-US')

const Conflicts = ({ conflicts }: { conflicts: string[] }) =>
  conflicts.length === 0 ? null : (
    <>
      <h2 class="desk__section">What both have</h2>
      <ul class="role-rules">
        {conflicts.map((words) => (
          <li class="role-rule">{words}</li>
        ))}
      </ul>
    </>
  )

type MergeFormProps = { kept: User; other: User; mark: string; reason: string }

const MergeForm = ({ kept, other, mark, reason }: MergeFormProps) => (
  <Form action={paths.mergeCustomer(kept.token)} method="post" class="customer__form">
    <input type="hidden" name="other" value={other.token} />
    <input type="hidden" name="mark" value={mark} />
    <TextArea
      id="merge_reason"
      name="reason"
      label="How you know that both are the same person"
      value={reason}
      maxlength={500}
      rows={2}
    />
    <label class="tick">
      <input type="checkbox" name="sure" value="1" required />
      {other.email} goes into {kept.email}. I know that this can’t be undone.
    </label>
    <p class="flag__actions">
      <button type="submit" class="button button--small">
        Merge the accounts
      </button>
    </p>
  </Form>
)
