import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#src/providers/payments/embedded.ts'

const README = readFileSync('README.md', 'utf8')
const CONTRIBUTING = readFileSync('.github/CONTRIBUTING.md', 'utf8')
const NOTICE = readFileSync('.github/NOTICE.md', 'utf8')

const FOLDERS = /^(src|db|views|islands|controllers|test|public|\.github)\/[\w./-]+$/
/** Build output, and examples from the how-tos. */
const NOT_THERE = /^public\/build|gift-ideas|gift_notes|word-count|packed/

const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words)

test.each(Object.entries({ README, CONTRIBUTING, NOTICE }))(
  'every file and folder that %s mentions exists',
  (_, text) => {
    const named = quoted(text).filter((words) => FOLDERS.test(words) && !NOT_THERE.test(words))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  },
)

describe('README.md', () => {
  test('lists the rooms in order', () => {
    const roomsIn = (text: string) =>
      [...text.matchAll(/^\| `?((?:src\/|db)[\w./-]*)`? \|/gm)].map(([, room]) => room)
    expect(roomsIn(README)).toEqual(roomsIn(readFileSync('test/ROOMS.md', 'utf8')))
  })

  test("names functions along an order's path that exist in the files it gives for them", () => {
    const [, section = ''] = README.split('\n## How one order goes through the code\n')
    const [steps = ''] = section.split('\n## ')
    let folder = ''
    const pathOf = (name: string) => {
      const path = name.includes('/') ? name : join(folder, name)
      folder = dirname(path)
      return path
    }
    const pairs = [...steps.matchAll(/`(\w+)`(?:\s\(|,\s)`([\w./-]+\.tsx?)`/g)].map(
      ([, name = '', file = '']) => [name, pathOf(file)] as const,
    )
    expect(pairs.length).toBeGreaterThan(10)
    const missing = pairs.filter(
      ([name, path]) =>
        !new RegExp(`^(export )?(async )?(function|const) ${name}\\b`, 'm').test(readFileSync(path, 'utf8')),
    )
    expect(missing).toEqual([])
  })

  test('names every Stripe call we make, and exactly the webhook events we subscribe to', () => {
    const [, list = ''] =
      /must allow these calls: (.*?)\. `STRIPE_API_BASE`/.exec(README.replace(/\s+/g, ' ')) ?? []
    const named = [...list.matchAll(/`([\w.]+)` \(([^)]*)\)/g)].flatMap(([, resource, verbs = '']) =>
      verbs.split(', ').map((verb) => `${resource}.${verb}`),
    )
    expect(named.sort()).toEqual([...new Set(stripeCalls())].sort())
    const [, events = ''] =
      /Send these events to (.*?)\. A restricted/.exec(README.replace(/\s+/g, ' ')) ?? []
    expect(quoted(events).slice(1)).toEqual([...WEBHOOK_EVENTS])
  })
})

/** Such as `paymentIntents.create`, from all of src except the stand-in. */
function stripeCalls(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('stand-in'))
    .flatMap((name) => [...readFileSync(join('src', name), 'utf8').matchAll(/\bstripe\.([\w.]+)\.(\w+)\(/g)])
    .map(([, resource, verb]) => `${resource}.${verb}`)
    .filter((call) => !/^(webhooks|errors)\./.test(call)) // computed locally, without a request
}

test('NOTICE.md lists every runtime package with the license it declares', () => {
  const { dependencies } = packageAt('package.json')
  const rows = Object.keys(dependencies ?? {}).map((name) => {
    const { license, licenses } = packageAt(`node_modules/${name}/package.json`)
    return `| ${name} | ${license ?? licenses?.map(({ type }) => type).join(', ')} |`
  })
  const [, table = ''] = NOTICE.split('\n## Runtime packages\n')
  const listed = [...table.matchAll(/^(\| [@a-z][^|]* \| [^|]* \|) [^|]+ \|$/gm)].map(([, row]) => row)
  expect(listed).toEqual(rows)
})

type Package = { dependencies?: object; license?: string; licenses?: { type: string }[] }

const packageAt = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Package
