import { letter, type Store } from './mail-layout.tsx'

type RequestMail = { url: string; kind: 'access' | 'delete'; store: Store }

export const dataRequestMail = ({ url, kind, store }: RequestMail) =>
  letter({
    subject: `Please confirm your request about your data at ${store.name}`,
    title: kind === 'access' ? 'See what we keep of you' : 'Have your data erased',
    paragraphs: [
      kind === 'access'
        ? 'Somebody asked us for a file with everything we keep under this address.'
        : 'Somebody asked us to erase everything we keep under this address.',
      'If it was you, confirm it by this link. Only who reads this mail can.',
    ],
    link: { words: 'It was me', url },
    after: ['The link is good for 24 hours. If it was not you, leave it: nothing happens without it.'],
    store,
  })

export const dataRefusalMail = ({ refusal, store }: { refusal: string; store: Store }) =>
  letter({
    subject: `About your request to erase your data at ${store.name}`,
    title: 'We could not erase your data',
    paragraphs: [
      'You asked us to erase what we keep of you. A person looked at it, and it cannot be done now.',
      `The reason: ${refusal}`,
      'If you think otherwise, answer this mail.',
    ],
    store,
  })

export const accountClosedMail = ({ store }: { store: Store }) =>
  letter({
    subject: `Your data at ${store.name} is deleted`,
    title: 'Good-bye, and thank you',
    paragraphs: [
      'It is done: what we kept of you under this address is deleted, your account with it if you had one.',
      'A box that is paid for still comes. What was bought and charged stays in our books, as the law asks; name, street and phone go from it thirty days after it arrived.',
      'This is the last mail about it. If you ever want to come back, the door is open.',
    ],
    store,
  })
