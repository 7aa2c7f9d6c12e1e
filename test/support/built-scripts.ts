import { existsSync, readFileSync } from 'node:fs'

type Output = { entryPoint?: string; inputs: object; imports: { path: string; kind: string }[] }

const METAFILE = '.build/metafile.json'

/** `npm test` builds first; a test run by hand may not have. */
export const isBuilt = existsSync(METAFILE)

/** The build's outputs from esbuild's metafile, by output file. */
const outputs = (): Record<string, Output> => JSON.parse(readFileSync(METAFILE, 'utf8')).outputs

/** The built file that contains a source, given by the start of its path. */
export function builtFileOf(source: string): string {
  const found = Object.entries(outputs()).find(([, { inputs }]) =>
    Object.keys(inputs).some((input) => input.startsWith(source)),
  )
  if (!found) throw new Error(`the build made nothing of ${source}`)
  return found[0]
}

/** Loaded on a user action, such as typing two letters. */
const ON_USE = /node_modules\/@github\/combobox-nav\//

/** Loaded after the page has loaded and is idle. */
const WHEN_IDLE = /^controllers\/measuring\/|node_modules\/ahoy\.js\//

/** Loaded only if the page has an element with that controller. */
const FETCHED_BY: Record<string, string> = { 'controllers/support/slider.ts': 'slider' }

/**
 * Every script that a page with these islands and controllers loads on its own, imports included; without React and
 * other pages' islands where they aren't needed, and without what waits for a user action.
 */
export function scriptsOf(islands: string[], controllers: string[] = []): string[] {
  const made = outputs()
  const fileOf = (source: string) => {
    const found = Object.entries(made).find(([, { entryPoint }]) => entryPoint === source)
    if (!found) throw new Error(`the build made nothing of ${source}`)
    return found[0]
  }
  const wanted = new Set(islands.map((name) => fileOf(`islands/${name}/${name}.tsx`)))
  const isUnasked = (file: string) => {
    const source = made[file]?.entryPoint ?? ''
    if (ON_USE.test(source) || WHEN_IDLE.test(source)) return true
    const controller = FETCHED_BY[source] ?? /^controllers\/([a-z-]+)-controller\.ts$/.exec(source)?.[1]
    return controller !== undefined && !controllers.includes(controller)
  }
  const isElsewhere = (file: string) =>
    (made[file]?.entryPoint?.startsWith('islands/') ?? false) &&
    !wanted.has(file) &&
    !(wanted.size > 0 && file === fileOf('islands/hydrate.tsx'))

  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file) || isElsewhere(file) || isUnasked(file)) return
    loaded.add(file)
    for (const { path } of made[file]?.imports ?? []) load(path)
  }
  load(fileOf('controllers/application.ts'))
  return [...loaded].filter((file) => Object.keys(made[file]?.inputs ?? {}).length > 0) // others only import
}

/** Counts visits; the shop's pages load it when idle. */
export const measuringScripts = (): string[] =>
  Object.entries(outputs()).flatMap(([file, { entryPoint }]) =>
    WHEN_IDLE.test(entryPoint ?? '') ? [file] : [],
  )

export const styles = (): string[] => Object.keys(outputs()).filter((file) => file.endsWith('.css'))

/** Kilobytes (1,000 bytes) after compression. */
export const packedKilobytes = (files: string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(`${file}.br`).length, 0) / 1_000
