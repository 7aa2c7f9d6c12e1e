import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MALLOC_ARENA_MAX, NODE_FLAGS } from './bench/node-flags.ts'

const KIT = '.deploy'
const read = (name: string) => readFileSync(`${KIT}/${name}`, 'utf8')
const FILES = readdirSync(KIT, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.|upstream/.test(name),
)
const README = read('README.md')
const ALL = FILES.map(read).join('\n')

/** Read by Docker, Caddy, Litestream and Kamal rather than the shop. */
const NOT_OURS =
  /^(SHOP_DOMAIN|BLUE|GREEN|REPLICA_\w+|REPOSITORY|FILE|EMAIL|KAMAL_REGISTRY_PASSWORD|STOPSIGNAL|HEALTHCHECK|WORKDIR|MALLOC_ARENA_MAX|CAP_\w+|AF_\w+)$/

test('OPS-12 the kit’s README names each of its files and no others', () => {
  const [table = ''] = README.split('\n## ')
  const named = [...table.matchAll(/`([\w@./-]+)`/g)].map(([, name = '']) => name)
  for (const name of FILES.filter((one) => one !== 'README.md')) expect(named).toContain(name)
  const isThere = (name: string) =>
    name === '.env' || [`${KIT}/${name}`, name].some((path) => existsSync(path))
  expect(named.filter((name) => /[./@]/.test(name) && !isThere(name))).toEqual([])
})

test('OPS-12 .env.example explains every setting that the kit passes to the shop', () => {
  const known = readFileSync('.env.example', 'utf8')
  const given = [...ALL.matchAll(/\b([A-Z]+(?:_[A-Z]+)+|DEMO|PORT|HOST)(?==|: )/g)].map(
    ([, name = '']) => name,
  )
  expect(given.length).toBeGreaterThan(10)
  expect(given.filter((name) => !NOT_OURS.test(name) && !known.includes(name))).toEqual([])
})

test('OPS-12 the commands that the kit runs get built, and the tests it names exist', () => {
  const run = [...ALL.matchAll(/\.build\/(?:commands\/)?([\w-]+)\.js/g)].map(([, name = '']) => name)
  const isSource = (name: string) =>
    existsSync(`src/commands/${name}.command.ts`) || existsSync(`src/${name}.ts`)
  expect(run).toEqual(expect.arrayContaining(['server', 'staff', 'restore', 'jobs']))
  expect(run.filter((name) => !isSource(name))).toEqual([])
  const tests = [...README.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(tests).not.toEqual([])
  expect(tests.filter((path) => !existsSync(path))).toEqual([])
})

/** Source maps above all would cost 120 MB: a package's error, whose stack nobody reads, would be mapped as well. */
test('OPS-12 the shop starts with the same options of Node by systemd, Docker, npm and the benchmark', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const starts = [
    /^ExecStart=\S+ (.*)\.build\/server\.js$/m.exec(read('droveway@.service'))?.[1],
    /^CMD \["node", (.*)"\.build\/server\.js"\]$/m.exec(read('Dockerfile'))?.[1]?.replaceAll(/[",]/g, ''),
    /node --env-file=\.env (.*)\.build\/server\.js/.exec(readFileSync('.env.example', 'utf8'))?.[1],
    /node (.*)src\/commands\/start\.mjs/.exec(scripts.start)?.[1],
    /node (.*)src\/commands\/run\.mjs server/.exec(scripts.serve)?.[1],
  ]
  expect(starts.map((options) => options?.trim().split(' '))).toEqual(starts.map(() => NODE_FLAGS))
  for (const name of ['droveway@.service', 'Dockerfile'])
    expect(read(name)).toContain(`MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX}`)
})

test('OPS-12 Docker, Kamal and systemd give the shop longer to stop than it takes to drain', () => {
  const [, drain = ''] = /const DRAIN_MS = (\d+)_000/.exec(readFileSync('src/serve-shop.ts', 'utf8')) ?? []
  const limits = [
    /stop_grace_period: (\d+)s/.exec(read('compose.yml')),
    /drain_timeout: (\d+)/.exec(read('kamal.yml')),
    /TimeoutStopSec=(\d+)/.exec(read('droveway@.service')),
  ].map((found) => Number(found?.[1]))
  expect(Number(drain)).toBeGreaterThan(0)
  for (const limit of limits) expect(limit).toBeGreaterThan(Number(drain) + 2)
})
