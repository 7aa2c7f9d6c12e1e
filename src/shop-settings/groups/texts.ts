import type { SettingGroup } from '../group.ts'
import { ROW_ID } from '../row-id.ts'
import { FAQ, PAGE_TEXTS } from './original-texts.ts'

export const SECTIONS = [
  { value: 'ordering', label: 'Ordering' },
  { value: 'delivery', label: 'Delivery' },
  { value: 'recurring', label: 'Recurring boxes' },
  { value: 'after', label: 'After your box arrives' },
] as const

const WAYS =
  'An empty line starts a paragraph, ## a heading, - a list item; [words](/address) is a link. {shop}, {email}, {phone}, {minimum}, {free_from}, {member_free_from} and {claim_days} show what you set elsewhere. Without a minimum, sentences with {minimum} are left out. If delivery is free from $0, “orders of {free_from} or more” reads “every order”.'

export const faq: SettingGroup = {
  id: 'faq',
  area: 'texts',
  title: 'Questions and answers',
  intro: WAYS,
  shows: 'The page /faq.',
  fields: {
    rows: {
      kind: 'rows',
      label: 'Questions',
      noun: 'questions',
      key: 'question',
      max: 40,
      of: {
        id: ROW_ID,
        section: { kind: 'choice', label: 'Section', options: SECTIONS },
        question: { kind: 'text', label: 'Question', max: 120 },
        answer: { kind: 'long', label: 'Answer', max: 1_500, rows: 3 },
      },
    },
  },
  origin: () => ({ rows: FAQ }),
}

const PAGE_LENGTH = 6_000

export const pages: SettingGroup = {
  id: 'pages',
  area: 'texts',
  title: 'Pages',
  intro: WAYS,
  shows: 'The pages named with each text, and the line at the bottom of every page.',
  fields: {
    footer: { kind: 'text', label: 'Line at the bottom of every page', max: 160 },
    aboutIntro: { kind: 'text', label: '/about, first line', max: 200 },
    about: { kind: 'long', label: '/about', max: PAGE_LENGTH, rows: 12 },
    howItWorks: { kind: 'long', label: '/how-it-works', max: PAGE_LENGTH, rows: 12 },
    contact: { kind: 'long', label: '/contact, above the ways to reach you', max: 1_000, rows: 3 },
    shipping: { kind: 'long', label: '/shipping, above the guarantee', max: 3_000, rows: 4 },
    terms: {
      kind: 'long',
      label: '/terms, in place of our text',
      hint: 'Leave empty for the text that came with the shop. Have a lawyer read it either way.',
      max: 20_000,
      rows: 6,
    },
    privacy: {
      kind: 'long',
      label: '/privacy, in place of our text',
      hint: 'Leave empty for the text that came with the shop, which explains what the shop does with data.',
      max: 20_000,
      rows: 6,
    },
  },
  origin: () => PAGE_TEXTS,
  isExample: true,
}

export const mails: SettingGroup = {
  id: 'mails',
  area: 'texts',
  title: 'Email texts',
  intro: 'Order emails keep their facts; you write these lines.',
  shows: 'The emails named with each text. In a demo shop, preview them at /dev/mails.',
  fields: {
    closing: {
      kind: 'text',
      label: 'Last line of every email',
      hint: 'For example: Warmly, Ruth and the team',
      max: 160,
    },
    receipt: { kind: 'text', label: 'In the receipt', max: 300 },
    shipped: { kind: 'text', label: 'When a box ships', max: 300 },
    delivered: { kind: 'text', label: 'When a box has arrived', max: 300 },
  },
  origin: () => ({ closing: '', receipt: '', shipped: '', delivered: '' }),
}
