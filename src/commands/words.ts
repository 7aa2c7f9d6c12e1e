import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readOptions } from './options.mjs'
import { type Sentence, sentencesIn } from './sentences.ts'

/** `npm run words`: every sentence and label of the shop, to be read in one go; `{…}` is what changes. */

const FRONT = ['views', 'islands', 'controllers']

/** What only operators and developers read. */
const BACKSTAGE =
  /^(db|build\.mjs|views\/dev|src\/(config|assets|log|terminal-log|metrics|clock|providers|jobs|dev|work|commands|server|compose|catalog\/import|demo\/painter))(?![\w-])/

/** Tables for machines: they read like words. */
const SILENT =
  /\.d\.m?ts$|search\/(synonyms|words)\.ts$|secure-headers\.ts$|countries\.ts$|data\/postal-zones\.ts$/

type Part = { path: string; sentences: Sentence[] }

/** The rooms of src and db, in the order in which they may import each other. */
const rooms = [...readFileSync('test/ROOMS.md', 'utf8').matchAll(/^\| ((?:src|db)\S*) \|/gm)].map(
  ([, room]) => room ?? '',
)

readOptions()
const parts = sentencesIn([...[...FRONT, ...rooms].flatMap(filesOf), 'build.mjs'])
print('For shoppers and staff', (path, { isLogged }) => !isLogged && !BACKSTAGE.test(path))
print('For operators and developers', (path, { isLogged }) => isLogged || BACKSTAGE.test(path))

function filesOf(room: string): string[] {
  if (/\.tsx?$/.test(room)) return [room]
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((name) => join(room, name))
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !SILENT.test(path))
    .sort()
}

function print(heading: string, isWanted: (path: string, sentence: Sentence) => boolean): void {
  const wanted = parts
    .map(({ path, sentences }) => ({ path, sentences: sentences.filter((one) => isWanted(path, one)) }))
    .filter(({ sentences }) => sentences.length > 0)
  const count = wanted.reduce((sum, { sentences }) => sum + sentences.length, 0)
  process.stdout.write(`\n# ${heading}: ${count}\n${wanted.map(fileText).join('')}`)
}

function fileText({ path, sentences }: Part, at: number, all: Part[]): string {
  const room = roomOf(path)
  const heading = at === 0 || roomOf(all[at - 1]?.path ?? '') !== room ? `\n## ${room}\n` : ''
  const lines = sentences.map(
    ({ line, text }) => `${String(line).padStart(5)}  ${text.replaceAll('\n', '⏎')}\n`,
  )
  return `${heading}\n${path}\n${lines.join('')}`
}

function roomOf(path: string): string {
  return rooms.find((room) => path === room || path.startsWith(`${room}/`)) ?? dirname(path)
}
