import type { DraftOrder, DraftState } from '#db/schema/index.ts'
import { DAY_MS } from '../../day.ts'

/** `waiting`: for someone who approves its prices. */
export const DRAFT_TABS = ['open', 'sent', 'waiting', 'paid', 'dropped'] as const
export type DraftTab = (typeof DRAFT_TABS)[number]

export const LINK_MS = 7 * DAY_MS

/** Of one pack. More is a slip of the finger. */
export const MAX_PRICE_CENTS = 200_000
export const MAX_REASON_LENGTH = 300
export const MAX_CONSENT_LENGTH = 500

export type DraftFilters = { state: DraftTab | null; after: { at: number; id: number } | null }

/** The filters as they stand in an address. */
export const draftQuery = ({ state, after }: DraftFilters): Record<string, string | undefined> => ({
  state: state ?? undefined,
  after: after ? `${after.at}-${after.id}` : undefined,
})

export type ShownState = DraftState | 'waiting'

export const shownState = ({
  state,
  needsApproval,
}: Pick<DraftOrder, 'state' | 'needsApproval'>): ShownState =>
  needsApproval && (state === 'open' || state === 'sent') ? 'waiting' : state

/** To staff, not to the customer. */
const STAFF_WORDS: Record<string, string> = {
  empty: 'Add something to the box first.',
  email_missing: 'Add the customer’s email address.',
  address_missing: 'Add the delivery address.',
  date_missing: 'Choose a delivery date.',
}

export const staffWords = ({ code, message }: { code: string; message: string }) =>
  STAFF_WORDS[code] ?? message
