import { assertDay } from '#src/day.ts'
import { draftLinkMail } from '../../mails/draft-link.tsx'
import type { MailExample } from './index.tsx'

const PACK = {
  name: 'Grass-fed ribeye',
  label: '14 oz',
  slug: '',
  farm: 'Three Larks Ranch',
  vendor: '',
  byWeight: null,
  picture: null,
}

export const draftLinkExample = (url: string): MailExample => ({
  name: 'draft-link',
  mail: (store) =>
    draftLinkMail({
      identifier: 'DW-4K7M2Q',
      lines: [{ ...PACK, quantity: 4, totalCents: 9_600 }],
      totalCents: 10_895,
      addressKnown: true,
      arrivesOn: assertDay('2026-12-03'),
      linkEndsAt: Date.UTC(2026, 11, 1, 18),
      url,
      store,
    }),
})
