import type { NoticeWord } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import type { Store } from '../../mails/mail-layout.tsx'
import type { ShipmentMail } from '../../mails/shipment-mails.tsx'
import type { MailExample } from './index.tsx'

const WORDS: NoticeWord[] = [
  'shipped',
  'out_for_delivery',
  'delivered',
  'delayed',
  'ready_for_pickup',
  'failed',
  'returned',
]

const EXAMPLES = [
  ...WORDS.map((word) => ({ name: word.replaceAll('_', '-'), word, wontCome: false })),
  { name: 'given-up', word: 'failed' as const, wontCome: true },
]

const URL = 'https://shop.example/a-link-in-this-mail'

type Facts = Omit<ShipmentMail, 'order' | 'store'>

/** One for each step of a box. */
export const shipmentExamples = (
  write: (facts: Facts, store: Store) => ReturnType<MailExample['mail']>,
): MailExample[] =>
  EXAMPLES.map(({ name, word, wontCome }) => ({
    name: `shipment-${name}`,
    mail: (store) =>
      write(
        {
          notice: { word, promisedOn: assertDay('2026-11-24'), expectedOn: assertDay('2026-11-25') },
          from: 'Reno',
          wontCome,
          parcel: { carrier: 'DemoParcel', code: 'DP447192035800' },
          trackingUrl: URL,
          orderUrl: URL,
          claimUrl: URL,
          claimUntil: assertDay('2026-12-08'),
        },
        store,
      ),
  }))
