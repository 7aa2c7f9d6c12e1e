import type { ReportReason, ReviewState } from '#db/schema/reviews.ts'

export const MAX_REVIEW = 2_000
export const MAX_ANSWER = 1_000

export const REPORT_WORDS: Record<ReportReason, string> = {
  off_topic: "It isn't about this cut",
  abusive: 'It is abusive',
  private: 'It tells something private about a person',
  advertising: 'It is advertising',
  false: "It isn't true",
}

/** For its author. */
export const STATE_WORDS: Record<ReviewState, string> = {
  waiting: 'We read each review before it shows, usually within a day.',
  published: "Your review is on the product's page.",
  reported: 'Someone reported your review. It shows again once we have read it.',
  refused: "We couldn't publish your review.",
}
