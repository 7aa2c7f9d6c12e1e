import type { Store } from '../../mails/mail-layout.tsx'
import { reviewDecidedMail } from '../../mails/review-decided.tsx'

export const reviewMails = (url: string) =>
  [null, 'It names a person. Please leave that out.'].map((reason) => ({
    name: reason === null ? 'review-published' : 'review-refused',
    mail: (store: Store) =>
      reviewDecidedMail({ cut: 'Grass-fed ribeye', reason, hasStars: true, url, store }),
  }))
