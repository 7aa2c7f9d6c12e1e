import type { SettingGroup } from '../group.ts'

export const identity: SettingGroup = {
  id: 'identity',
  area: 'look',
  title: 'Name and contact',
  intro:
    'The shop’s name, and how customers reach a person. The law requires a postal address in commercial email.',
  shows: 'The top and bottom of every page, every email, packing slips, and the contact page.',
  fields: {
    name: { kind: 'text', label: 'Shop name', max: 40, required: true },
    email: {
      kind: 'text',
      label: 'Customer service email',
      max: 100,
      required: true,
      pattern: {
        regex: /^[^@\s<>",;]+@[^@\s<>",;]+\.[^@\s<>",;]+$/,
        sentence: 'Please enter an email address.',
      },
    },
    phone: {
      kind: 'text',
      label: 'Phone',
      max: 20,
      required: true,
      pattern: { regex: /^[\d\s().+-]{7,}$/, sentence: 'Please enter a phone number.' },
    },
    address: {
      kind: 'text',
      label: 'Postal address',
      hint: 'On one line. Without it, we don’t send commercial email.',
      max: 160,
    },
  },
  origin: ({ store }) => ({
    name: store.name,
    email: store.email,
    phone: store.phone,
    address: store.address ?? '',
  }),
  isExample: true,
}

export const logo: SettingGroup = {
  id: 'logo',
  area: 'look',
  title: 'Logo',
  intro:
    'A picture in place of the shop’s name. It’s best on a transparent background, twice as large as it shows: 600 × 200 pixels at most.',
  shows: 'The top of every page of the shop and its checkout, every email, and packing slips.',
  fields: {
    picture: { kind: 'logo', label: 'Logo', hint: 'PNG, JPEG or WebP, at most 2 MB.' },
    alt: {
      kind: 'text',
      label: 'What it says',
      hint: 'For people who can’t see it. Leave it empty for the shop’s name.',
      max: 80,
    },
  },
  origin: () => ({ picture: '', alt: '' }),
}

export const DEFAULT_COLORS = { accent: '#7b2320', paper: '#fbf7f0', ink: '#211a15' } as const

export const look: SettingGroup = {
  id: 'look',
  area: 'look',
  title: 'Colors',
  intro: 'Text must stay easy to read: each color is checked against its background (WCAG AA, 4.5 to 1).',
  shows: 'Every page of the shop. Emails keep their own colors.',
  fields: {
    accent: { kind: 'color', label: 'Buttons and links' },
    ink: { kind: 'color', label: 'Text' },
    paper: { kind: 'color', label: 'Page' },
  },
  origin: () => ({ ...DEFAULT_COLORS }),
}

export const announcement: SettingGroup = {
  id: 'announcement',
  area: 'look',
  title: 'Announcement',
  intro:
    'One message on every page, until the shopper closes it. Leave it empty for none. A new message shows to everyone again.',
  shows: 'Every page of the shop.',
  fields: { message: { kind: 'text', label: 'Message', max: 200 } },
  origin: (shop) => ({ message: shop.announcement?.message ?? '' }),
}
