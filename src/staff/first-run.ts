import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, stock, varieties } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { paths } from '../paths.ts'
import { findGroup } from '../shop-settings/groups/index.ts'
import { keptSettings } from '../shop-settings/kept.ts'

/** One thing that a new shop needs, or something of the demo that it still has. */
export type FirstStep = {
  id: string
  title: string
  /** What is missing, or what is still as in a demo. */
  words: string
  /** Where it is solved; null: in the environment of the server. */
  path: string | null
  isDone: boolean
  /** The shop sells without it, but not as a real one should. */
  isDemoValue: boolean
}

/** Empty once nothing is missing, and in a demo shop. */
export function firstSteps(db: Db, config: Config): FirstStep[] {
  if (config.demo) return []
  const steps = [...catalogSteps(db), ...settingSteps(db, config), ...serverSteps(config)]
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

function catalogSteps(db: Db): FirstStep[] {
  const { hasFarm, hasOffer, hasStock } = statements(db).catalog.get() ?? NOTHING
  return [
    step('farm', 'A farm', `There is no farm yet. ${ADD}`, paths.staffCatalog(), hasFarm > 0),
    step(
      'offer',
      'Something to sell',
      `There is no product with a price yet. ${ADD}`,
      paths.staffCatalog(),
      hasOffer > 0,
    ),
    step('stock', 'Stock', `No center has a pack to sell yet. ${ADD}`, paths.staffCatalog(), hasStock > 0),
  ]
}

const NOTHING = { hasFarm: 0, hasOffer: 0, hasStock: 0 }
const ADD = 'Add it here, or import a whole catalog: npm run catalog -- import FILE.'

const CHECKED: [id: string, words: string][] = [
  ['identity', 'Name, email, phone and postal address are examples, or not all there.'],
  ['centers', 'The centers with their streets, ship days, capacity and cut-off hour are examples.'],
  ['zones', 'Which center sends where, and how long boxes travel, is an example.'],
  ['rates', 'What delivery costs is an example.'],
  ['tax', 'Sales tax is a table of 2026 that your tax adviser has to confirm.'],
  [
    'pages',
    'Terms, privacy and the pages about the shop are our texts: read them, and have a lawyer read them.',
  ],
]

function settingSteps(db: Db, { store }: Config): FirstStep[] {
  const { values } = keptSettings(db)
  return CHECKED.map(([id, words]) => {
    const isDone = values.has(id) && (id !== 'identity' || store.address !== null)
    return step(id, findGroup(id)?.title ?? id, words, paths.staffSetting(id), isDone)
  })
}

function serverSteps({ payments, mail, shipping }: Config): FirstStep[] {
  return [
    step(
      'payments',
      'Payments',
      'The built-in stand-in takes no money. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, and start the shop again.',
      null,
      !payments.embedded,
    ),
    step(
      'mail',
      'Mail',
      'No mail leaves the shop. Set SMTP_URL and start it again.',
      null,
      mail.smtpUrl !== null,
    ),
    {
      ...step(
        'test_keys',
        'Live payment keys',
        'The keys are test keys: cards are not really charged. Set live keys when you open.',
        null,
        payments.embedded || payments.livemode,
      ),
      isDemoValue: true,
    },
    {
      ...step(
        'labels',
        'Shipping labels',
        'The built-in carrier sells sample labels. Set EASYPOST_API_KEY and SHIPPING_WEBHOOK_SECRET.',
        null,
        !shipping.embedded,
      ),
      isDemoValue: true,
    },
  ]
}

const step = (id: string, title: string, words: string, path: string | null, isDone: boolean): FirstStep => ({
  id,
  title,
  words,
  path,
  isDone,
  isDemoValue: false,
})

const statements = oncePerDatabase((db) => ({
  catalog: db
    .select({
      hasFarm: sql<number>`exists (select 1 from ${farms})`,
      hasOffer: sql<number>`exists (select 1 from ${offers} inner join ${varieties}
        on ${varieties.id} = ${offers.varietyId} where not ${varieties.hidden})`,
      hasStock: sql<number>`exists (select 1 from ${stock} where ${stock.onHand} > 0)`,
    })
    .from(sql`(select 1)`)
    .prepare(),
}))

export const firstStepJson = ({ id, title, words, path, isDone, isDemoValue }: FirstStep) => ({
  id,
  title,
  words,
  path,
  done: isDone,
  demo_value: isDemoValue,
})
