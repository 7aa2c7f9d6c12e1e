import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Who may import whom, and what nobody may write: the house's rules, each a line of a table. */

const ROOMS = ['src', 'db', 'views', 'islands', 'controllers']

type File = { path: string; code: string; imports: Import[] }
type Import = { from: string; isType: boolean }

const FILES = ROOMS.flatMap(filesUnder).map(readFile)

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

/** Every import, re-export and dynamic import, with paths as from the root: '#src/day.ts' and './day.ts' alike. */
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

/** `import { type A, type B } from` takes only types as well. */
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

/** Where a file of `from` may reach, `types` where only for types. The first row that fits the file is its rule. */
const MAY_IMPORT: { files: RegExp; rooms: RegExp; types?: RegExp }[] = [
  { files: /^db\/seeds\//, rooms: /^#(db|src)\// },
  { files: /^db\/stand-in/, rooms: /^#db\//, types: /^#src\// },
  { files: /^db\//, rooms: /^#(db\/|src\/day\.ts)/ },
  { files: /^src\/.*rules\.ts$/, rooms: /^#src\/(day|money)\.ts$|^#src\/.*rules\.ts$/ },
  {
    files:
      /^src\/(.*\/)?([a-z-]*routes\.tsx|http\/.*|notifications\/[a-z-]*mails\.tsx|cable\/broadcast\.tsx)$/,
    rooms: /^#(src|db|views)\//,
    types: /^#islands\/[a-z-]+\/props\.ts$/,
  },
  {
    files: /^src\/(checkout\/|[a-z]+\/[a-z-]*props\.ts$)/,
    rooms: /^#(src|db)\//,
    types: /^#(islands\/[a-z-]+\/props\.ts|views\/)/,
  },
  { files: /^src\/orders\/placed\.ts$/, rooms: /^#(src|db)\//, types: /^#views\// },
  { files: /^src\//, rooms: /^#(src|db)\// },
  { files: /^views\/shared\/island\.tsx$/, rooms: /^#(views|islands)\//, types: /^#src\// },
  {
    files: /^views\/shared\/picture\.tsx$/,
    rooms: /^#(views\/|src\/catalog\/pictures\.ts$)/,
    types: /^#(src|db)\//,
  }, // sizes on the disk
  {
    files: /^views\/catalog\/product-page\.tsx$/,
    rooms: /^#(views\/|src\/(paths|money)\.ts$|src\/.*rules\.ts$|src\/catalog\/product-props\.ts$)/,
    types: /^#(src|db)\//,
  }, // an island's props need the place and token that only a page knows
  {
    files: /^views\//,
    rooms: /^#(views\/|src\/(paths|day|money)\.ts$|src\/.*rules\.ts$)/,
    types: /^#(src|db)\//,
  },
  {
    files: /^islands\//,
    rooms: /^#(islands\/|src\/(day|money)\.ts$|src\/[a-z]+\/([a-z-]*rules|states)\.ts$)/,
  },
  {
    files:
      /^controllers\/(support\/(card-till|renewed-page)|recurring-option-controller|checkout-news-controller)\.ts$/,
    rooms: /^#(controllers\/|islands\/checkout\/(appearance|provider|renewed-part|summary-beside)\.ts$)/,
  }, // both checkouts load the one provider, hand it the same look, and renew the one summary in the same way
  { files: /^controllers\//, rooms: /^#(controllers\/|islands\/client\.ts$|src\/[a-z]+\/[a-z-]*rules\.ts$)/ },
]

function trespasses({ path, imports }: File): string[] {
  const room = path.split('/')[0]
  const rule = MAY_IMPORT.find(({ files }) => files.test(path))
  return imports
    .map(({ from, isType }) => ({ isType, from: from.startsWith('.') ? `#${join(path, '..', from)}` : from }))
    .filter(({ from }) => from.startsWith('#'))
    .filter(({ from, isType }) => !(rule?.rooms.test(from) || (isType && rule?.types?.test(from))))
    .filter(({ from }) => !(room === 'views' && isValues(from.slice(1))))
    .map(({ from }) => `${path} takes ${from} into ${room}`)
}

const VALUE_PACKAGES = /^temporal-polyfill$/

/** A module of src that is nothing but values and sums: it knows no database, no request and no process. */
function isValues(path: string): boolean {
  const file = FILES.find((one) => one.path === path)
  if (!file?.path.startsWith('src/')) return false
  return file.imports
    .filter(({ isType }) => !isType)
    .every(({ from }) =>
      /^[.#]/.test(from)
        ? isValues(from.startsWith('.') ? join(path, '..', from) : from.slice(1))
        : VALUE_PACKAGES.test(from),
    )
}

test('every room imports only what it may', () => {
  expect(FILES.length).toBeGreaterThan(200)
  expect(FILES.flatMap(trespasses)).toEqual([])
})

/** Between domains arrows go one way: a word may know those before it. */
const EARLIER: Record<string, RegExp> = {
  accounts:
    /^(?!accounts|http)(catalog|farms|stock|delivery|pricing|cart|orders|payments|checkout|notifications|analytics)$/,
  stock: /^(delivery|pricing|cart|orders|payments|checkout|notifications|analytics|http|jobs)$/,
  delivery: /^(pricing|cart|orders|payments|checkout|notifications|analytics|http|jobs)$/,
  pricing: /^(cart|orders|payments|checkout|notifications|analytics|http|jobs)$/,
  cart: /^(payments|checkout|notifications|analytics|orders|jobs)$/,
  orders: /^(payments|checkout|notifications|analytics|http|jobs)$/,
  payments: /^(checkout|notifications|analytics)$/,
  notifications: /^(checkout|analytics)$/,
  analytics: /^(checkout|notifications)$/,
}

test('between domains arrows go one way', () => {
  const wrongWay = FILES.flatMap(({ path, imports }) => {
    const domain = /^src\/([a-z]+)\//.exec(path)?.[1] ?? ''
    // An order's own pages show what was paid for it: they know the door and the payments, its domain does not.
    const later =
      path === 'src/orders/routes.tsx' ? /^(checkout|notifications|analytics|jobs)$/ : EARLIER[domain]
    const named = imports.map(
      ({ from }) =>
        /^src\/([a-z]+)\//.exec(from.startsWith('#') ? from.slice(1) : join(path, '..', from))?.[1] ?? '',
    )
    return later ? named.filter((name) => later.test(name)).map((name) => `${path} knows of ${name}`) : []
  })
  expect(wrongWay).toEqual([])
})

/** What is written in one place only, or nowhere. */
const ONLY_IN: [string, RegExp, RegExp | null][] = [
  ['the driver behind db/', /from 'better-sqlite3'/, /^db\/(backup|client|migrate|stand-in)\.ts$/],
  [
    'the environment in the configuration',
    /process\.env/,
    /^src\/(server|config)\.ts$|^src\/commands\/[a-z-]+\.command\.ts$|^src\/providers\/payments\/stand-in\/main\.ts$/,
  ],
  ['redirects by the redirect rule', /\bc\.redirect\(/, /^src\/http\/redirect\.ts$/],
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
  ['chance from the services', /Math\.random\(/, /^(db\/pictures|islands)\//],
  [
    'time from the services',
    /\bDate\.now\(/,
    /^(src\/(compose|clock)\.ts|src\/providers\/|src\/commands\/|db\/|islands\/|controllers\/)/,
  ],
  [
    'no process is ended but by its start',
    /process\.exit\(/,
    /^src\/(server|commands\/.*|providers\/payments\/stand-in\/main)\.ts$/,
  ],
  [
    'no words on the console of the server',
    /console\.\w+\(/,
    /^(db\/pictures|db\/data|islands|controllers)\/|stand-in\/browser\//,
  ],
  [
    'no cookie but through ours',
    /\bsetCookie\(|setSignedCookie\(/,
    /^src\/http\/(visitor|flash|go-back|sign-in-elsewhere)\.ts$/,
  ],
]

describe('what is written in one place only, or nowhere', () => {
  test.each(ONLY_IN)('%s', (_, pattern, place) => {
    const found = FILES.filter(({ path, code }) => pattern.test(code) && !place?.test(path)).map(
      ({ path }) => path,
    )
    expect(found).toEqual([])
  })
})

test('the environment is only handed on, whole, by what starts a process', () => {
  const readers = FILES.filter(
    ({ path, code }) => /process\.env(?!\))/.test(code) && !path.includes('stand-in/main'),
  ).map(({ path }) => path)
  expect(readers).toEqual([])
})

test('each component of an island says whose JSX it is', () => {
  const islands = filesUnder('islands').filter((path) => path.endsWith('.tsx'))
  expect(islands.length).toBeGreaterThan(5)
  const without = islands.filter(
    (path) => !readFileSync(path, 'utf8').startsWith('/** @jsxImportSource react */\n'),
  )
  expect(without).toEqual([])
})

test('imports name the file with its ending, and nobody imports a test', () => {
  const wrong = FILES.flatMap(({ path, imports }) =>
    imports
      .filter(
        ({ from }) => /^[.#]/.test(from) && (!/\.(tsx?|json|mjs)$/.test(from) || from.startsWith('#test')),
      )
      .map(({ from }) => `${path}: ${from}`),
  )
  expect(wrong).toEqual([])
})

test('no folder is a drawer, no file a tome', () => {
  const drawers = FILES.filter(({ path }) => /\/(utils?|helpers?|lib|common|misc|services)\//.test(path)).map(
    ({ path }) => path,
  )
  expect(drawers).toEqual([])
  const tomes = FILES.filter(({ path }) => !/^db\/(data|pictures)\//.test(path))
    .map(({ path }) => [path, readFileSync(path, 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > 250)
  expect(tomes).toEqual([])
})

describe('the rules themselves would notice', () => {
  const made = (path: string, text: string): File => ({
    path,
    code: withoutComments(text),
    imports: importsOf(text),
  })
  test.each([
    ['src/cart/cart.ts', "import { CartPage } from '#views/cart/cart-page.tsx'"],
    ['src/cart/cart.ts', "import { CartPage } from '../../views/cart/cart-page.tsx'"],
    ['views/cart/cart-page.tsx', "import { orders } from '#db/schema/index.ts'"],
    ['views/cart/cart-page.tsx', "import { findCart } from '#src/cart/queries.ts'"],
    ['views/cart/cart-page.tsx', "import { Checkout } from '#islands/checkout/checkout.tsx'"],
    ['islands/checkout/checkout.tsx', "import { prepareOrder } from '#src/orders/prepare.ts'"],
    ['islands/checkout/checkout.tsx', "const later = import('#src/orders/prepare.ts')"],
    ['controllers/notice-controller.ts', "import { x } from '#islands/checkout/state.ts'"],
    ['db/schema/orders.ts', "import { x } from '#src/orders/orders.ts'"],
    ['src/delivery/rules.ts', "import { type Db } from '#db/client.ts'"],
    ['src/checkout/wire.ts', "import { Checkout } from '#islands/checkout/checkout.tsx'"],
    ['src/orders/placed.ts', "import { PlacedPage } from '#views/orders/placed-page.tsx'"],
  ])('%s: %s', (path, text) => {
    expect(trespasses(made(path, text))).toHaveLength(1)
  })

  test.each([
    ['views/cart/cart-page.tsx', "import type { CartContents } from '#src/cart/queries.ts'"],
    ['views/cart/cart-page.tsx', "import { type Order, type Offer } from '#db/schema/index.ts'"],
    ['src/cart/routes.tsx', "import { CartPage } from '#views/cart/cart-page.tsx'"],
    ['src/checkout/wire.ts', "import type { WireDate } from '#islands/checkout/props.ts'"],
  ])('and let pass %s: %s', (path, text) => {
    expect(trespasses(made(path, text))).toEqual([])
  })
})
