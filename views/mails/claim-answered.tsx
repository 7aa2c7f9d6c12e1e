import { type Day, formatDay } from '#src/day.ts'
import { answerTitle, answerWords } from '../claims/claim-words.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type ClaimAnsweredProps = {
  identifier: string
  claim: Parameters<typeof answerTitle>[0] & Parameters<typeof answerWords>[0] & { lines: { name: string }[] }
  /** Of the box that brings it again. */
  reshipOn: Day | null
  /** Absolute; of the new box, if there is one. */
  orderUrl: string
  store: Store
}

export const claimAnsweredMail = ({ identifier, claim, reshipOn, orderUrl, store }: ClaimAnsweredProps) =>
  composeEmail({
    subject: `We've answered you about order ${identifier}`,
    title: answerTitle(claim) ?? 'Your claim',
    paragraphs: [
      `Thank you for telling us about ${claim.lines.map(({ name }) => name).join(', ')}. We're sorry it went wrong.`,
      ...answerWords(claim),
      ...(reshipOn === null ? [] : [`It arrives ${formatDay(reshipOn, 'long')}, at no charge.`]),
      'Please throw out anything that arrived warm. Nothing has to come back to us.',
    ],
    link: { label: reshipOn === null ? `View order ${identifier}` : 'View the new box', url: orderUrl },
    store,
  })
