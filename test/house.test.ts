import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Architecture rules: who may import whom, and what may be written where. Each rule is a row in a table. */

/**
 * Every file and folder of src, plus the database, in one order: each may import only what comes before it, types
 * included. A new folder must be added to this list, or the test fails.
 */
const ROOMS = [
  // Values
  'src/counted.ts',
  'src/day.ts',
  'src/money.ts',
  'src/csv.ts',
  'src/slices.ts',
  'src/time-left.ts',
  'src/reason.ts',
  'src/tokens.ts',
  'src/route.ts',
  'src/back-office-paths.ts',
  'src/staff-paths.ts',
  'src/cart-paths.ts',
  'src/farm-paths.ts',
  'src/membership-paths.ts',
  'src/passport-paths.ts',
  'src/gift-card-paths.ts',
  'src/analytics-paths.ts',
  'src/paths.ts',
  'src/postal',
  'src/bus.ts',
  // Foundation
  'db',
  'src/config',
  'src/assets.ts',
  'src/source-stack.ts',
  'src/log.ts',
  'src/terminal-log.ts',
  'src/processes',
  'src/byte-cache.ts',
  'src/picture-process.ts',
  'src/metrics.ts',
  'src/clock.ts',
  'src/read-cache.ts',
  'src/audit',
  'src/flags',
  'src/providers',
  'src/services.ts',
  'src/web',
  'src/jobs',
  'src/shop-settings',
  // Domains
  'src/accounts',
  'src/delivery',
  'src/texts',
  'src/stock',
  'src/catalog',
  'src/passport',
  'src/farms',
  'src/videos',
  'src/pricing',
  'src/orders',
  'src/analytics',
  'src/farm-money',
  'src/payments',
  'src/cart',
  'src/rewards',
  'src/checkout',
  'src/gift-cards',
  'src/referrals',
  'src/membership',
  'src/privacy',
  'src/shipping',
  'src/tracking',
  'src/weather',
  'src/agreements',
  'src/cancel',
  'src/claims',
  'src/reviews',
  'src/reschedule',
  'src/order-edit',
  'src/fulfillment',
  'src/vendor',
  'src/reports',
  'src/staff',
  // Application
  'src/sign-in',
  'src/settings',
  'src/page',
  'src/live',
  'src/work',
  'src/doctor',
  'src/demo',
  'src/dev',
  'src/compose.ts',
  'src/app.tsx',
  'src/commands',
  'src/job-thread.ts',
  'src/serve-shop.ts',
  'src/server.ts',
]

type File = { path: string; code: string; imports: Import[] }
type Import = { from: string; isType: boolean }

const FILES = ['src', 'db', 'views', 'islands', 'controllers'].flatMap(filesUnder).map(readFile)

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name))
    .sort()
}

function readFile(path: string): File {
  const text = readFileSync(path, 'utf8')
  return { path, code: withoutComments(text), imports: importsOf(text) }
}

/** Every import, re-export and dynamic import. Paths are relative to the root: '#src/day.ts' and './day.ts' match. */
function importsOf(text: string): Import[] {
  const fixed = /^(?:import|export)\s+(type\s+)?((?:[^'";]*?)\s+from\s+)?'([^']+)'/gm
  const dynamic = /\bimport\('([^']+)'\)/g
  return [
    ...[...text.matchAll(fixed)].map(([, type, names, from]) => ({
      from: from ?? '',
      isType: Boolean(type) || areTypes(names),
    })),
    ...[...text.matchAll(dynamic)].map(([, from]) => ({ from: from ?? '', isType: false })),
  ]
}

/** `import { type A, type B } from` is types only, too. */
function areTypes(names: string | undefined): boolean {
  const listed = /^\{([^}]*)\}/
    .exec(names?.trim() ?? '')?.[1]
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return listed !== undefined && listed.length > 0 && listed.every((name) => name.startsWith('type '))
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** Imports of our own files, with paths relative to the root. */
const ownImports = ({ path, imports }: File): Import[] =>
  imports
    .filter(({ from }) => /^[.#]/.test(from))
    .map(({ from, isType }) => ({
      isType,
      from: from.startsWith('#') ? from.slice(1) : join(dirname(path), from),
    }))

const roomOf = (path: string) => ROOMS.find((room) => path === room || path.startsWith(`${room}/`))

/** Imports from a room that isn't above the file's own. */
function upwardImports(file: File): string[] {
  const own = roomOf(file.path)
  if (!own) return /^(src|db)\//.test(file.path) ? [`${file.path} is in no room`] : []
  return ownImports(file)
    .filter(({ from }) => /^(src|db)\//.test(from))
    .filter(({ from }) => ROOMS.indexOf(roomOf(from) ?? '') > ROOMS.indexOf(own) || !roomOf(from))
    .map(({ from }) => `${file.path} imports ${from}, which stands below it`)
}

/** What browser code, views and the rest may import. Any of them may import pure modules of src. */
const BESIDE_SRC: { files: RegExp; values: RegExp; types: RegExp }[] = [
  // Only .tsx files render. The rest of src knows views and islands only by the types of their props.
  { files: /^src\/.*\.tsx$/, values: /^(src|db|views)\//, types: /^islands\/[a-z-]+\/props\.ts$/ },
  { files: /^src\//, values: /^(src|db)\//, types: /^(views\/|islands\/[a-z-]+\/props\.ts$)/ },
  { files: /^db\//, values: /^(db|src)\//, types: /^$/ },
  { files: /^views\/shared\/island\.tsx$/, values: /^(views|islands)\//, types: /^src\// },
  { files: /^views\//, values: /^views\//, types: /^(src|db)\// },
  { files: /^islands\//, values: /^islands\//, types: /^$/ },
  { files: /^controllers\//, values: /^(controllers\/|islands\/(client\.ts|shared\/))/, types: /^$/ },
]

function trespasses(file: File): string[] {
  const rule = BESIDE_SRC.find(({ files }) => files.test(file.path))
  return ownImports(file)
    .filter(({ from, isType }) => !rule?.values.test(from) && !(isType && rule?.types.test(from)))
    .filter(({ from }) => !isPure(from))
    .map(({ from }) => `${file.path} takes ${from}`)
}

const PURE_PACKAGES = /^temporal-polyfill$/

/** A module of src that only computes, with no database, request, file or process, so browsers may import it too. */
function isPure(path: string): boolean {
  const file = FILES.find((one) => one.path === path)
  if (!file?.path.startsWith('src/')) return false
  return file.imports
    .filter(({ isType }) => !isType)
    .every(({ from }) =>
      /^[.#]/.test(from)
        ? isPure(from.startsWith('.') ? join(dirname(path), from) : from.slice(1))
        : PURE_PACKAGES.test(from),
    )
}

describe('the order of the rooms', () => {
  test('every file and folder of src is on the list, and nothing else is', () => {
    const there = readdirSync('src', { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || /\.tsx?$/.test(entry.name))
      .map(({ name }) => `src/${name}`)
    const listed = ROOMS.filter((room) => room !== 'db')
    const unlisted = there.filter((name) => !listed.includes(name))
    expect(unlisted, 'add these to ROOMS here and to the map in README.md').toEqual([])
    expect(
      listed.filter((room) => !there.includes(room)),
      'remove these from ROOMS',
    ).toEqual([])
  })

  test('a room imports only rooms above it, types included', () => {
    expect(FILES.length).toBeGreaterThan(200)
    expect(FILES.flatMap(upwardImports)).toEqual([])
  })

  test('only .tsx files of src import views, and code outside src imports only types and pure modules from it', () => {
    expect(FILES.flatMap(trespasses)).toEqual([])
  })

  test('test/ROOMS.md shows who imports whom (see CONTRIBUTING.md to update it)', async () => {
    const rows = ROOMS.map((room) => {
      const imported = FILES.filter(({ path }) => roomOf(path) === room)
        .flatMap(ownImports)
        .map(({ from }) => roomOf(from))
      const others = ROOMS.filter((other) => other !== room && imported.includes(other))
      return `| ${room} | ${others.map((other) => other.replace('src/', '')).join(', ')} |`
    })
    const table = [
      '# Rooms',
      '',
      'Each imports only rooms above it.',
      '',
      '| Room | imports |',
      '|---|---|',
      ...rows,
      '',
    ]
    await expect(table.join('\n')).toMatchFileSnapshot('ROOMS.md')
  })
})

/** Patterns allowed in one place only, or nowhere. */
const ONLY_IN: [string, RegExp, RegExp | null][] = [
  ['the driver behind db/', /from 'better-sqlite3/, null],
  [
    'the environment in the configuration',
    /process\.env/,
    /^src\/(server|job-thread)\.ts$|^src\/commands\/command\.ts$|^src\/providers\/payments\/stand-in\/main\.ts$/,
  ],
  ['redirects by the redirect rule', /\bc\.redirect\(/, /^src\/web\/redirect\.ts$/],
  ['no raw SQL text', /sql\.raw\b/, null],
  ['no name of a table or column from a value', /sql\.identifier\b/, null],
  ['no any', /(:|<|\bas|\||&|=)\s*any\b(?!\s+[a-z])|\bany\[\]/, null],
  ['no asynchronous work in a transaction', /\b(durably|quickly)\([^)]*?,\s*async\b/, null],
  ['no style attribute but in mails', /\sstyle=/, /^views\/mails\//],
  ['no script or handler in the page', /\son[a-z]+="|<script>(?!\{raw)/, null],
  [
    "no HTML from a string but the server's own sentence",
    /dangerouslySetInnerHTML/,
    /^islands\/checkout\/email-step\.tsx$/,
  ],
  [
    'no Intl in the browser, where its first use takes 100 ms',
    /\bIntl\.|\.toLocale[DNST]/,
    /^(src|views|db)\//,
  ],
  ['random from the services', /Math\.random\(/, /^(src\/demo|islands)\//],
  [
    'time from the services',
    /\bDate\.now\(/,
    /^(src\/(compose|clock)\.ts|src\/providers\/|src\/commands\/|src\/demo\/|db\/|islands\/|controllers\/)/,
  ],
  [
    'no process is ended but by its start',
    /process\.exit\(/,
    /^src\/(server|job-thread|serve-shop|processes\/supervisor|commands\/.*|providers\/payments\/stand-in\/main)\.ts$/,
  ],
  [
    'no words on the console of the server',
    /console\.\w+\(/,
    /^(src\/demo\/painter|db\/data|islands|controllers)\/|stand-in\/browser\//,
  ],
  [
    'no cookie but through ours',
    /\bsetCookie\(|setSignedCookie\(/,
    /^src\/(accounts\/visitor|web\/(flash|return-path|carried-promotion|privacy-choice)|sign-in\/oauth-state)\.ts$/,
  ],
]

describe('patterns allowed in one place only, or nowhere', () => {
  test.each(ONLY_IN)('%s', (_, pattern, place) => {
    const found = FILES.filter(({ path, code }) => pattern.test(code) && !place?.test(path)).map(
      ({ path }) => path,
    )
    expect(found).toEqual([])
  })
})

test('only process entry points read the environment, and they pass it on whole', () => {
  const readers = FILES.filter(
    ({ path, code }) => /process\.env(?!\))/.test(code) && !path.includes('stand-in/main'),
  ).map(({ path }) => path)
  expect(readers).toEqual([])
})

test('each island component has the JSX pragma for React', () => {
  const islands = filesUnder('islands').filter((path) => path.endsWith('.tsx'))
  expect(islands.length).toBeGreaterThan(5)
  const without = islands.filter(
    (path) => !readFileSync(path, 'utf8').startsWith('/** @jsxImportSource react */\n'),
  )
  expect(without).toEqual([])
})

test('imports include the file extension, and nothing imports a test', () => {
  const wrong = FILES.flatMap(({ path, imports }) =>
    imports
      .filter(
        ({ from }) => /^[.#]/.test(from) && (!/\.(tsx?|json|mjs)$/.test(from) || from.startsWith('#test')),
      )
      .map(({ from }) => `${path}: ${from}`),
  )
  expect(wrong).toEqual([])
})

test('there are no catch-all folders and no file over 250 lines', () => {
  const drawers = FILES.filter(({ path }) => /\/(utils?|helpers?|lib|common|misc|services)\//.test(path)).map(
    ({ path }) => path,
  )
  expect(drawers).toEqual([])
  const tomes = FILES.filter(({ path }) => !/^(db\/data|src\/demo)\//.test(path))
    .map(({ path }) => [path, readFileSync(path, 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > 250)
  expect(tomes).toEqual([])
})

describe('the rules catch violations', () => {
  const made = (path: string, text: string): File => ({
    path,
    code: withoutComments(text),
    imports: importsOf(text),
  })
  test.each([
    ['src/cart/cart.ts', "import { CartPage } from '#views/cart/cart-page.tsx'"],
    ['src/cart/cart.ts', "import { CartPage } from '../../views/cart/cart-page.tsx'"],
    ['src/orders/placed.ts', "import { OrderPage } from '#views/orders/order-page.tsx'"],
    ['views/cart/cart-page.tsx', "import { orders } from '#db/schema/index.ts'"],
    ['views/cart/cart-page.tsx', "import { cartContents } from '#src/cart/cart-contents.ts'"],
    ['views/cart/cart-page.tsx', "import { Checkout } from '#islands/checkout/checkout.tsx'"],
    ['islands/checkout/checkout.tsx', "import { prepareOrder } from '#src/orders/prepare.ts'"],
    ['islands/checkout/checkout.tsx', "const later = import('#src/orders/prepare.ts')"],
    ['controllers/notice-controller.ts', "import { x } from '#islands/checkout/state.ts'"],
    ['src/checkout/wire.ts', "import { Checkout } from '#islands/checkout/checkout.tsx'"],
  ])('%s: %s', (path, text) => {
    expect(trespasses(made(path, text))).toHaveLength(1)
  })

  test.each([
    ['db/schema/orders.ts', "import { orderById } from '#src/orders/orders.ts'"],
    ['src/web/body.ts', "import type { Person } from '../accounts/users.ts'"],
    ['src/orders/prepare.ts', "import { settle } from '../payments/finalize.ts'"],
    ['src/accounts/users.ts', "import { addToCart } from '../cart/cart.ts'"],
    ['src/brand-new/thing.ts', "import { orderById } from '../orders/orders.ts'"],
  ])('%s: %s', (path, text) => {
    expect(upwardImports(made(path, text))).toHaveLength(1)
  })

  test.each([
    ['views/cart/cart-page.tsx', "import type { CartContents } from '#src/cart/cart-contents.ts'"],
    ['views/cart/cart-page.tsx', "import { type Order, type Offer } from '#db/schema/index.ts'"],
    ['views/cart/cart-page.tsx', "import { paths } from '#src/paths.ts'"],
    ['src/cart/routes.tsx', "import { CartPage } from '#views/cart/cart-page.tsx'"],
    ['src/checkout/wire.ts', "import type { WireDate } from '#islands/checkout/props.ts'"],
    ['src/payments/finalize.ts', "import { orderById } from '../orders/orders.ts'"],
  ])('but allow %s: %s', (path, text) => {
    expect([...trespasses(made(path, text)), ...upwardImports(made(path, text))]).toEqual([])
  })
})
