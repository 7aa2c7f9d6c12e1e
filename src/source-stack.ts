import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A place is looked up once: reading a map takes a tenth of a second, and keeping it 50 MB. */
const MAX_PLACES = 500
const places = new Map<string, string>()

const FRAME = /file:\/\/\S+\.js:\d+:\d+/g

/**
 * A stack of the built server with the places in our sources. Node's own --enable-source-maps would map every stack
 * that a package reads, as Stripe's does with each call.
 */
export const sourceStack = (stack: string): string => stack.replace(FRAME, (place) => sourcePlace(place))

function sourcePlace(place: string): string {
  const known = places.get(place)
  if (known !== undefined) return known
  const found = lookUp(place) ?? place
  if (places.size >= MAX_PLACES) places.clear()
  places.set(place, found)
  return found
}

function lookUp(place: string): string | undefined {
  const [, url = '', line = '', column = ''] = /^(.*):(\d+):(\d+)$/.exec(place) ?? []
  const map = `${fileURLToPath(url)}.map`
  if (!existsSync(map)) return undefined
  const entry = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(
    Number(line) - 1,
    Number(column) - 1,
  )
  if (!('originalSource' in entry) || !entry.originalSource) return undefined
  const source = new URL(entry.originalSource, `file://${map}`)
  return `${relative(process.cwd(), fileURLToPath(source))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}
