import type { Instant } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { DraftRow, listDrafts } from '#src/staff/drafts/list.ts'
import {
  DRAFT_TABS,
  type DraftFilters,
  draftQuery,
  type ShownState,
  shownState,
} from '#src/staff/drafts/rules.ts'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Fold } from '../../shared/fold.tsx'
import { Form } from '../../shared/form.tsx'
import { Icon } from '../../shared/icon.tsx'
import { shortMoment } from '../../shared/local-time.ts'
import { PhoneField } from '../../shared/phone-field.tsx'

type DraftsPageProps = {
  list: ReturnType<typeof listDrafts>
  filters: DraftFilters
  now: Instant
  press: string
  problem: { message: string; typed: Record<string, unknown> } | null
}

export const DRAFT_WORDS: Record<ShownState, string> = {
  open: 'Open',
  sent: 'Sent',
  waiting: 'Waiting for approval',
  paid: 'Paid',
  dropped: 'Dropped',
}

export const DraftsPage = ({ list, filters, now, press, problem }: DraftsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Drafts</h1>
      <p class="desk__intro">
        Boxes that you fill for customers by phone or email. They pay by a link, or with the card that we
        keep.
      </p>
    </header>
    {problem && <Alert takesFocus>{problem.message}</Alert>}
    <Fold title="Begin a draft" isOpen={problem !== null || list.drafts.length === 0}>
      <Start press={press} typed={problem?.typed ?? {}} />
    </Fold>
    <nav class="desk-tabs" aria-label="States">
      <ul class="desk-tabs__list">
        {[null, ...DRAFT_TABS].map((state) => (
          <li>
            <a
              class="desk-tab"
              href={paths.staffDrafts(draftQuery({ state, after: null }))}
              aria-current={state === filters.state ? 'page' : undefined}
            >
              {state ? DRAFT_WORDS[state] : 'All'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {list.drafts.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No drafts here</h2>
        <p class="empty__words">Begin one above when a customer calls or writes.</p>
      </section>
    ) : (
      <DraftTable list={list} now={now} />
    )}
    <nav class="pager" aria-label="Pages">
      <span />
      {list.next && (
        <a
          class="button button--quiet"
          rel="next"
          href={paths.staffDrafts(draftQuery({ ...filters, after: list.next }))}
        >
          Next <Icon name="onward" />
        </a>
      )}
    </nav>
  </>
)

const textOf = (typed: Record<string, unknown>, name: string): string =>
  typeof typed[name] === 'string' ? typed[name] : ''

const Start = ({ press, typed }: { press: string; typed: Record<string, unknown> }) => (
  <Form action={paths.staffDrafts()} method="post" class="staff-order__form">
    <input type="hidden" name="press" value={textOf(typed, 'press') || press} />
    <Field
      id="draft_email"
      name="email"
      label="The customer's email"
      type="email"
      required
      autocomplete="off"
      maxlength={254}
      value={textOf(typed, 'email')}
      hint="If it has an account, the draft joins it."
    />
    <Field
      id="draft_name"
      name="name"
      label="Name (optional)"
      autocomplete="off"
      maxlength={100}
      value={textOf(typed, 'name')}
    />
    <PhoneField
      id="draft_phone"
      label="Phone (optional)"
      autocomplete="off"
      value={textOf(typed, 'phone_number')}
    />
    <button type="submit" class="button button--small">
      Begin
    </button>
  </Form>
)

const DraftTable = ({ list, now }: { list: DraftsPageProps['list']; now: Instant }) => (
  <section class="sheet" tabindex={0} aria-label="Drafts">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Draft</th>
          <th scope="col">Begun</th>
          <th scope="col">State</th>
          <th scope="col">Customer</th>
          <th scope="col" class="sheet__figure">
            Items
          </th>
          <th scope="col">Link</th>
        </tr>
      </thead>
      <tbody>
        {list.drafts.map((row) => (
          <DraftTableRow row={row} now={now} />
        ))}
      </tbody>
    </table>
  </section>
)

const DraftTableRow = ({ row: { draft, order }, now }: { row: DraftRow; now: Instant }) => (
  <tr>
    <th scope="row" class="sheet__code">
      <a href={paths.staffDraft(order.token)}>{order.identifier}</a>
    </th>
    <td data-label="Begun">{shortMoment(draft.createdAt, SHOP_ZONE)}</td>
    <td data-label="State">{DRAFT_WORDS[shownState(draft)]}</td>
    <td
      class="sheet__name"
      data-label="Customer"
      title={[order.deliveryName, order.email].filter(Boolean).join(', ')}
    >
      {order.deliveryName || order.email || 'Erased'}
    </td>
    <td class="sheet__figure" data-label="Items">
      {formatCents(draft.priceCents ?? draft.listCents)}
    </td>
    <td data-label="Link">{linkWords(draft, now)}</td>
  </tr>
)

function linkWords({ state, linkEndsAt }: DraftRow['draft'], now: Instant): string {
  if (state !== 'sent' || linkEndsAt === null) return ''
  const until = shortMoment(linkEndsAt, SHOP_ZONE)
  return now < linkEndsAt ? `Until ${until}` : `Ended ${until}`
}
