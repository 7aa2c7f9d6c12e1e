import type { SettingGroup } from '../group.ts'
import { ROW_ID } from '../row-id.ts'
import { DEMO_PAPERS, HOME_QUESTIONS, originalCollections } from './originals.ts'

const SEASONS = [
  { value: '', label: 'All year' },
  { value: 'cold', label: 'October to March' },
  { value: 'warm', label: 'April to September' },
]

const ANIMALS = [
  { value: '', label: 'All animals' },
  ...['beef', 'pork', 'lamb', 'bison', 'poultry', 'seafood', 'pantry'].map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
  })),
]

const MANNERS = ['plain', 'roman', 'capitals', 'heavy'].map((value) => ({ value, label: value }))

export const banner: SettingGroup = {
  id: 'banner',
  area: 'home',
  title: 'Banner',
  intro: 'Your own slides come first. The three automatic slides follow, if you keep them on.',
  shows: 'The top of the home page.',
  fields: {
    slides: {
      kind: 'rows',
      label: 'Your slides',
      noun: 'slides',
      key: 'title',
      max: 6,
      of: {
        id: ROW_ID,
        kicker: { kind: 'text', label: 'Small line above', max: 60 },
        title: { kind: 'text', label: 'Title', max: 60 },
        text: { kind: 'text', label: 'Text', max: 300 },
        link: {
          kind: 'text',
          label: 'Leads to',
          hint: 'An address of this shop, like /shop/beef.',
          max: 200,
          required: true,
          pattern: {
            regex: /^\/(?![/\\])[^\s\\]*$/,
            sentence: 'Please enter an address of this shop, like /shop/beef.',
          },
        },
        words: { kind: 'text', label: 'Button text', max: 40, required: true },
        picture: {
          kind: 'picture',
          label: 'Picture',
          hint: 'Optional. PNG, JPEG or WebP, at least 800 pixels wide and at most 8 MB.',
        },
      },
    },
    showsFarm: { kind: 'check', label: 'A featured farm' },
    showsSeason: { kind: 'check', label: 'What’s in season' },
    showsDelivery: { kind: 'check', label: 'How delivery works' },
  },
  origin: () => ({ slides: [], showsFarm: true, showsSeason: true, showsDelivery: true }),
}

export const collections: SettingGroup = {
  id: 'collections',
  area: 'home',
  title: 'Collections',
  intro: 'Rows of products, in this order. A row with fewer than three products in stock is hidden.',
  shows: 'The home page, below the animals.',
  fields: {
    rows: {
      kind: 'rows',
      label: 'Collections',
      noun: 'collections',
      key: 'title',
      max: 8,
      of: {
        id: ROW_ID,
        title: { kind: 'text', label: 'Title', max: 60 },
        intro: { kind: 'text', label: 'One line about it', max: 120 },
        animal: { kind: 'choice', label: 'Animal', options: ANIMALS },
        cuts: {
          kind: 'text',
          label: 'Cuts',
          hint: 'As in the shop’s addresses, separated by spaces: ribeye short-ribs. Leave empty for all.',
          max: 200,
          pattern: { regex: /^[a-z\s-]+$/, sentence: 'Please enter cuts like ribeye short-ribs.' },
        },
        season: { kind: 'choice', label: 'In the banner', options: SEASONS },
      },
    },
  },
  origin: ({ demo }) => ({ rows: originalCollections(demo) }),
}

export const press: SettingGroup = {
  id: 'press',
  area: 'home',
  title: 'Press',
  intro:
    'Publications that have written about the shop. List only those that did: anything else is deceptive.',
  shows: 'The “As seen in” strip on the home page. It’s hidden while the list is empty.',
  fields: {
    papers: {
      kind: 'rows',
      label: 'Papers',
      noun: 'papers',
      key: 'name',
      max: 16,
      of: {
        name: { kind: 'text', label: 'Name', max: 40 },
        manner: { kind: 'choice', label: 'Letters', options: MANNERS },
      },
    },
  },
  origin: ({ demo }) => ({ papers: demo ? DEMO_PAPERS : [] }),
}

export const questions: SettingGroup = {
  id: 'questions',
  area: 'home',
  title: 'Questions on the home page',
  intro: 'A few questions before the first box.',
  shows: 'The end of the home page.',
  fields: {
    rows: {
      kind: 'rows',
      label: 'Questions',
      noun: 'questions',
      key: 'question',
      max: 8,
      of: {
        id: ROW_ID,
        question: { kind: 'text', label: 'Question', max: 120 },
        answer: { kind: 'long', label: 'Answer', max: 1_000, rows: 3 },
      },
    },
  },
  origin: () => ({ rows: HOME_QUESTIONS }),
}
