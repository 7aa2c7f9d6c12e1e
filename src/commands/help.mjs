/** `npm run help`: what each script does. README.md has the same table, and test/commands-help.test.ts compares both. */
import './node-version.mjs'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readOptions } from './options.mjs'

/** Script, typical arguments, what it does. */
export const COMMANDS = [
  ['start', '', 'Install, build and seed what is missing, then serve the demo shop'],
  ['dev', '', 'Serve with live reload: rebuild and restart on every change'],
  ['build', '', "Build the server and the browser's files"],
  ['serve', '-- --processes 2', 'Serve what is built, by one process or several'],
  ['check', '', 'Check types, lint and run the quick tests; for after every change'],
  ['test', '-- test/cart', 'Run all tests, or those whose path contains the argument'],
  ['migrate', '', 'Bring the database up to date, as every start does'],
  ['schema', '-- --name gift_notes', 'Write the migration for a change in db/schema'],
  [
    'seed',
    '-- --reset',
    'Seed the demo shop; --reset starts it over, --bench adds 10,000 offers, --orders 5000 adds orders',
  ],
  [
    'catalog',
    '-- import FILE',
    'Import farms, products, prices, stock and pictures from CSV or JSON, or export them to JSON',
  ],
  ['staff', '-- add EMAIL ROLE', 'Give a person a role and print a sign-in link; list roles, or remove them'],
  ['backup', '-- FILE', 'Save a checked copy of the database; the shop may be running'],
  ['restore', '-- FILE', 'Replace the database with a backup and keep the old one; stop the shop first'],
  ['doctor', '', 'Say what is wrong with the shop, as JSON with --json; the shop may be running'],
  ['clock', '-- advance 14d', "Show a demo shop's time, or move it forward and run the jobs that fall due"],
  ['jobs', '-- list', 'List jobs, retry or drop them, or let a restored shop send emails and refunds again'],
  ['routes', '', 'List every address the shop answers'],
  ['words', '', 'List every sentence the shop can say, by room and file'],
  ['pictures', '', 'Paint the demo pictures whose data changed'],
  ['bench', '-- --quick', 'Measure speed next to bare baselines from the same run'],
  ['proof', '-- kills', 'Run the race, crash and fault tests at full scale, or one of them'],
  ['lighthouse', '-- --only cart', 'Run Lighthouse on the main pages; needs an otherwise idle machine'],
  ['help', '', 'List these commands'],
]

/** npm runs two scripts without `run`. */
const SHORT = ['start', 'test']

export const usageOf = ([name, args]) => `npm ${SHORT.includes(name) ? '' : 'run '}${name} ${args}`.trim()

function printHelp() {
  readOptions()
  const width = Math.max(...COMMANDS.map((command) => usageOf(command).length))
  for (const command of COMMANDS) process.stdout.write(`${usageOf(command).padEnd(width)}  ${command[2]}\n`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) printHelp()
