import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error runs before any package is installed, so it has no types
import { COMMANDS, usageOf } from '#src/commands/help.mjs'

type Command = [script: string, args: string, description: string]

const commands = COMMANDS as Command[]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

test('npm run help describes every script in package.json and nothing else', () => {
  expect(commands.map(([name]) => name).sort()).toEqual(Object.keys(scripts).sort())
  for (const [name, , description] of commands) expect(description, name).toMatch(/^[A-Z].{10,100}[^.]$/)
})

test('README.md has the same table', () => {
  const rows = commands.map((command) => `| \`${usageOf(command)}\` | ${command[2]} |`)
  const [, section = ''] = readFileSync('README.md', 'utf8').split('\n## Commands\n')
  const table = section.split('\n## ')[0]?.match(/^\| `npm .*$/gm)
  expect(table).toEqual(rows)
})
