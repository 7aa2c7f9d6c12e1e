type Action = {
  label: string
  /** What a resolved flag says. */
  done: string
  isReasonRequired: boolean
}

/** What staff can do about a flag; `src/staff/actions.ts` does it. */
export const FLAG_ACTIONS = {
  done: { label: 'Mark as done', done: 'Done', isReasonRequired: true },
  dismiss: { label: 'Dismiss', done: 'Dismissed', isReasonRequired: true },
  resend_mail: { label: 'Send it again', done: 'Sent again', isReasonRequired: false },
  retry_job: { label: 'Try again', done: 'Tried again', isReasonRequired: false },
  refund_order: { label: 'Cancel and refund', done: 'Canceled and refunded', isReasonRequired: true },
  retry_refund: { label: 'Refund again', done: 'Refunded again', isReasonRequired: false },
  refund_by_check: { label: 'I sent a check', done: 'Sent as a check', isReasonRequired: false },
  refund_as_credit: { label: 'I gave store credit', done: 'Given as store credit', isReasonRequired: false },
  release_box: { label: 'Release the box', done: 'Box released', isReasonRequired: false },
  box_arrived: { label: 'It has arrived', done: 'Arrived', isReasonRequired: true },
  confirm_address: { label: 'Address is right', done: 'Address confirmed', isReasonRequired: false },
  check_ledgers: { label: 'Check again', done: 'Checked again', isReasonRequired: false },
  accept_price: { label: 'Accept the price', done: 'Price accepted', isReasonRequired: false },
  refuse_price: { label: 'Refuse it', done: 'Price refused', isReasonRequired: true },
  approve_refund: { label: 'Approve the refund', done: 'Refund approved', isReasonRequired: false },
  refuse_refund: { label: 'Refuse it', done: 'Refund refused', isReasonRequired: true },
  resume_outward: { label: 'Resume', done: 'Resumed', isReasonRequired: false },
} as const satisfies Record<string, Action>

export type FlagAction = keyof typeof FLAG_ACTIONS
