import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import type { Config } from '../config/config.ts'
import { paths } from '../paths.ts'
import { findGroup } from '../shop-settings/groups/index.ts'
import { keptSettings } from '../shop-settings/kept.ts'

/** One thing that a new shop needs, or that it should not open with. */
export type FirstStep = {
  id: string
  title: string
  /** What is missing, or what is still as in a demo. */
  words: string
  /** Where it is solved; null: in the environment of the server. */
  path: string | null
  /** Another way to the same. */
  otherWay?: { title: string; path: string }
  isDone: boolean
  /** The shop sells without it, but not as a real one should. */
  isDemoValue: boolean
  /** Good practice: nothing is missing or invented without it. */
  isAdvice: boolean
}

/** In the order in which they are solved. Empty once nothing is missing, and in a demo shop. */
export function firstSteps(db: Db, config: Config): FirstStep[] {
  if (config.demo) return []
  const steps = [...settingSteps(db, config), ...catalogSteps(db), ...serverSteps(config), ...peopleSteps(db)]
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

export const isNeeded = ({ isDemoValue, isAdvice }: FirstStep) => !isDemoValue && !isAdvice

/** What the pages of a shop that can't sell yet lead to; `left` counts it too. */
export type Opening = { next: FirstStep; left: number }

export function openingOf(steps: FirstStep[]): Opening | null {
  const left = steps.filter((one) => !one.isDone && isNeeded(one))
  const [next] = left
  return next ? { next, left: left.length } : null
}

const CHECKED: [id: string, words: string][] = [
  ['identity', 'Enter the shop’s name, email, phone and postal address. The ones it came with are invented.'],
  [
    'centers',
    'Enter where you pack, on which days you ship, how many boxes, and until when. Ours are examples.',
  ],
  ['zones', 'Choose which center ships where, and how long boxes travel.'],
  ['rates', 'Set what delivery costs. The rates it came with are examples.'],
  ['tax', 'Have your tax adviser confirm the rates of 2026 that the shop came with, and save them.'],
  [
    'pages',
    'Read the terms, the privacy policy and the pages about the shop, have a lawyer read them, and save them.',
  ],
]

function settingSteps(db: Db, { store }: Config): FirstStep[] {
  const { values } = keptSettings(db)
  return CHECKED.map(([id, words]) => {
    const isDone = values.has(id) && (id !== 'identity' || store.address !== null)
    return step(id, findGroup(id)?.title ?? id, words, paths.staffSetting(id), isDone)
  })
}

const IMPORT = { title: 'Or import a whole catalog', path: paths.importCatalog() }

function catalogSteps(db: Db): FirstStep[] {
  const { farm, farmWithoutTerms, product, offer, hasStock } = statements(db).catalog.get() ?? NOTHING
  return [
    { ...step('farm', 'A farm', 'Add the first farm.', paths.staffFarms(), farm !== null), otherWay: IMPORT },
    {
      ...step(
        'farm_terms',
        'Terms of each farm',
        'Enter what each farm gets of a sale. Until then, its sales wait to be shared.',
        farmWithoutTerms === null ? paths.staffFarms() : paths.farmTerms(farmWithoutTerms),
        farm !== null && farmWithoutTerms === null,
      ),
      isAdvice: true,
    },
    step(
      'product',
      'A product',
      'Add something that the farm sells, such as a ribeye.',
      farm === null ? paths.staffFarms() : paths.addVariety(farm),
      product !== null,
    ),
    step(
      'offer',
      'A size with a price',
      'Add a size to buy, such as 14 oz, with its price.',
      product === null ? paths.staffFarms() : paths.addOffer(product),
      offer !== null,
    ),
    step(
      'stock',
      'Stock',
      'Say how many packs a center has of something that is for sale.',
      offer === null ? paths.staffFarms() : `${paths.staffOffer(offer)}#stock`,
      hasStock > 0,
    ),
    picturesStep(db, product !== null),
  ]
}

const NOTHING = { farm: null, farmWithoutTerms: null, product: null, offer: null, hasStock: 0 }

function picturesStep(db: Db, hasProduct: boolean): FirstStep {
  const { farm, product } = statements(db).withoutPicture.get() ?? { farm: null, product: null }
  const words = 'Add a picture of each farm and product. Without one, shoppers see an empty frame.'
  const ofProduct = product === null ? paths.staffFarms() : paths.varietyPictures(product)
  const path = farm === null ? ofProduct : paths.farmPictures(farm)
  const isDone = hasProduct && farm === null && product === null
  return { ...step('pictures', 'Pictures', words, path, isDone), isAdvice: true }
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
      'Email',
      'No email leaves the shop. Set SMTP_URL and start it again.',
      null,
      mail.smtpUrl !== null,
    ),
    ...(payments.embedded ? [] : [liveKeysStep(payments.livemode)]),
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

const liveKeysStep = (isLive: boolean): FirstStep => ({
  ...step(
    'test_keys',
    'Live payment keys',
    'The keys are test keys: cards are not really charged. Set live keys when you open.',
    null,
    isLive,
  ),
  isDemoValue: true,
})

function peopleSteps(db: Db): FirstStep[] {
  const { hasPacker, isStepRequired } = statements(db).people.get() ?? { hasPacker: 0, isStepRequired: 0 }
  const advice = (id: string, title: string, words: string, isDone: boolean): FirstStep => ({
    ...step(id, title, words, paths.staffPeople(), isDone),
    isAdvice: true,
  })
  return [
    advice('packer', 'Someone who packs', 'Invite the people who pack, each for a center.', hasPacker > 0),
    advice(
      'second_step',
      'Two-step sign-in',
      'Require a second step for staff, so that a password alone opens nothing.',
      isStepRequired > 0,
    ),
  ]
}

const step = (id: string, title: string, words: string, path: string | null, isDone: boolean): FirstStep => ({
  id,
  title,
  words,
  path,
  isDone,
  isDemoValue: false,
  isAdvice: false,
})

/** The newest of each, which the next step is about. Spelled out, since drizzle leaves out the tables' names. */
const statements = oncePerDatabase((db) => ({
  catalog: db
    .select({
      farm: sql<string | null>`(select slug from farms order by id desc limit 1)`,
      farmWithoutTerms: sql<string | null>`(select slug from farms
        where not exists (select 1 from farm_terms where farm_id = farms.id) order by id limit 1)`,
      product: sql<string | null>`(select slug from varieties where not hidden order by id desc limit 1)`,
      offer: sql<
        string | null
      >`(select offers.token from offers join varieties on varieties.id = offers.variety_id
        where not varieties.hidden order by offers.id desc limit 1)`,
      hasStock: sql<number>`exists (select 1 from stock join offers on offers.id = stock.offer_id
        join varieties on varieties.id = offers.variety_id where stock.on_hand > 0 and not varieties.hidden)`,
    })
    .from(sql`(select 1)`)
    .prepare(),
  withoutPicture: db
    .select({
      farm: sql<string | null>`(select slug from farms where picture = '' order by id limit 1)`,
      product: sql<string | null>`(select slug from varieties
        where pictures = '[]' and not hidden order by id limit 1)`,
    })
    .from(sql`(select 1)`)
    .prepare(),
  people: db
    .select({
      hasPacker: sql<number>`exists (select 1 from roles where role = 'fulfillment')`,
      isStepRequired: sql<number>`exists (select 1 from second_factor_roles where role = 'staff')`,
    })
    .from(sql`(select 1)`)
    .prepare(),
}))

export const firstStepJson = ({ id, title, words, path, isDone, isDemoValue, isAdvice }: FirstStep) => ({
  id,
  title,
  words,
  path,
  done: isDone,
  demo_value: isDemoValue,
  advice: isAdvice,
})
