import { existsSync, readFileSync } from 'node:fs'

type Output = { entryPoint?: string; inputs: object; imports: { path: string; kind: string }[] }

const METAFILE = '.build/metafile.json'

/** `npm test` builds first; a single test run by hand may not have. */
export const isBuilt = existsSync(METAFILE)

/** What the build made, as esbuild tells it: by the files that came out. */
const outputs = (): Record<string, Output> => JSON.parse(readFileSync(METAFILE, 'utf8')).outputs

/** The built file that a source, named by the start of its path, went into. */
export function builtFileOf(source: string): string {
  const found = Object.entries(outputs()).find(([, { inputs }]) =>
    Object.keys(inputs).some((input) => input.startsWith(source)),
  )
  if (!found) throw new Error(`the build made nothing of ${source}`)
  return found[0]
}

/** What comes when a person does something: typed two letters. A page does without them till then. */
const ON_USE = /node_modules\/@github\/combobox-nav\//

/** What comes once the page has loaded and has nothing else to do. */
const WHEN_IDLE = /^controllers\/measuring\/|node_modules\/ahoy\.js\//

/** What comes only to a page with an element for that controller. */
const FETCHED_BY: Record<string, string> = { 'controllers/support/slider.ts': 'slider' }

/**
 * Every script that a page with these islands and controllers comes to load by itself: what the page's own script
 * imports, and what that imports, but for React and the islands of other pages, and for what waits for a person.
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
  return [...loaded].filter((file) => Object.keys(made[file]?.inputs ?? {}).length > 0) // one only imports another
}

/** Counts visits; loaded by pages of the shop when they are idle. */
export const measuringScripts = (): string[] =>
  Object.entries(outputs()).flatMap(([file, { entryPoint }]) =>
    WHEN_IDLE.test(entryPoint ?? '') ? [file] : [],
  )

export const styles = (): string[] => Object.keys(outputs()).filter((file) => file.endsWith('.css'))

/** Kilobytes (1,000 bytes) as they travel. */
export const packedKilobytes = (files: string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(`${file}.br`).length, 0) / 1_000
