import { composeEmail, type Store } from './mail-layout.tsx'

type ReviewDecidedProps = {
  cut: string
  /** Why it isn't shown; null if it is. */
  reason: string | null
  hasStars: boolean
  /** Absolute. */
  url: string
  store: Store
}

export const reviewDecidedMail = ({ cut, reason, hasStars, url, store }: ReviewDecidedProps) =>
  reason === null
    ? composeEmail({
        subject: `Your review of ${cut} is up`,
        title: 'Thanks for your review',
        paragraphs: [`Other shoppers can now read what you wrote about ${cut}.`],
        link: { label: `See ${cut}`, url },
        store,
      })
    : composeEmail({
        subject: `Your review of ${cut}`,
        title: "We couldn't publish your review",
        paragraphs: [
          `We read what you wrote about ${cut}. We didn't publish it, for this reason:`,
          `“${reason}”`,
          `You can change it and send it again.${hasStars ? ' Your stars count all the same.' : ''}`,
        ],
        link: { label: 'Change your review', url },
        store,
      })
