import type { PersonalDataRequest } from '#db/schema/index.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type RequestMail = { url: string; kind: PersonalDataRequest['kind']; store: Store }

const REQUESTS = {
  access: {
    title: 'See your data',
    asked: 'Someone asked us for a copy of all the data we have under this email address.',
  },
  delete: {
    title: 'Delete your data',
    asked: 'Someone asked us to delete all the data we have under this email address.',
  },
  correct: {
    title: 'Correct your data',
    asked: 'Someone asked us to correct the data we have under this email address.',
  },
}

export const dataRequestMail = ({ url, kind, store }: RequestMail) =>
  composeEmail({
    subject: `Please confirm your ${store.name} data request`,
    title: REQUESTS[kind].title,
    paragraphs: [REQUESTS[kind].asked, 'If that was you, please confirm with this link.'],
    link: { label: 'Confirm my request', url },
    after: [
      "The link works for 24 hours. If this wasn't you, you can ignore this email and nothing will happen.",
    ],
    store,
  })

type RefusalMail = { kind: PersonalDataRequest['kind']; refusal: string; store: Store }

export function dataRefusalMail({ kind, refusal, store }: RefusalMail) {
  const asked = kind === 'correct' ? 'correct' : 'delete'
  return composeEmail({
    subject: `About your request to ${asked} your ${store.name} data`,
    title: `We couldn't ${asked} your data`,
    paragraphs: [
      `You asked us to ${asked} the data we have about you. Our team reviewed your request, and we can't do that right now.`,
      `The reason: ${refusal}`,
      'If you have questions or disagree, just reply to this email.',
    ],
    store,
  })
}

export const dataCorrectedMail = ({ store }: { store: Store }) =>
  composeEmail({
    subject: `Your ${store.name} data has been corrected`,
    title: 'We corrected your data',
    paragraphs: [
      'You asked us to correct the data we have about you. Our team has done that.',
      'If something is still wrong, just reply to this email.',
    ],
    store,
  })

export const accountClosedMail = ({ store }: { store: Store }) =>
  composeEmail({
    subject: `Your ${store.name} data has been deleted`,
    title: 'Goodbye, and thank you',
    paragraphs: [
      "We've deleted the data we had under this email address, including your account if you had one.",
      "A box you've already paid for still arrives. The law requires us to keep a record of what you bought and paid, but we remove your name, street and phone from it 30 days after delivery.",
      "This is the last email you'll get about this. You're always welcome back.",
    ],
    store,
  })
