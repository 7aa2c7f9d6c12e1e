import { composeEmail, type Store } from './mail-layout.tsx'

type RecallMail = {
  subject: string
  /** The clerk's words, with an empty line between paragraphs. */
  message: string
  units: string
  identifier: string
  store: Store
}

export const recallMail = ({ subject, message, units, identifier, store }: RecallMail) =>
  composeEmail({
    subject,
    title: 'A recall of something in your box',
    paragraphs: [`In the box of order ${identifier}: ${units}.`, ...message.split(/\n{2,}/)],
    store,
  })
