import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A place is looked up once: reading a map takes a tenth of a second, and keeping it 50 MB. */
const MAX_PLACES = 500
const places = new Map<string, string>()

const FRAME = /file:\/\/\S+\.js:\d+:\d+/g

/**
 * A stack of the built server with the places in our sources. Node's own --enable-source-maps would map every stack
 * that a package reads, as Stripe's does with each call.
 */
export function sourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | null>()
  return stack.replace(FRAME, (place) => sourcePlace(place, maps))
}

type Maps = Map<string, SourceMap | null>

function sourcePlace(place: string, maps: Maps): string {
  const known = places.get(place)
  if (known !== undefined) return known
  const found = lookUp(place, maps) ?? place
  if (places.size >= MAX_PLACES) places.clear()
  places.set(place, found)
  return found
}

/** Undefined for anything odd: a log must not fail because of what it logs. */
function lookUp(place: string, maps: Maps): string | undefined {
  try {
    const [, url = '', line = '', column = ''] = /^(.*):(\d+):(\d+)$/.exec(place) ?? []
    const file = `${fileURLToPath(url)}.map`
    if (!maps.has(file)) maps.set(file, readMap(file))
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry) || !entry.originalSource) return undefined
    const source = fileURLToPath(new URL(entry.originalSource, pathToFileURL(file)))
    return `${relative(process.cwd(), source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  } catch {
    return undefined
  }
}

const readMap = (file: string) =>
  existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null
