import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'

const STYLES = 'public/styles'

/** Classes on the page whose rules are all in style sheets it doesn't load, so they'd be unstyled. */
export async function bareClasses(page: Page): Promise<string[]> {
  const { used, sheets } = await page.evaluate(() => ({
    used: [
      ...new Set([...document.querySelectorAll('[class]')].flatMap((element) => [...element.classList])),
    ],
    sheets: [...document.styleSheets].flatMap(
      ({ href }) => /([a-z-]+)-[A-Z0-9]{8}\.css$/.exec(href ?? '')?.[1] ?? [],
    ),
  }))
  const loaded = new Set(sheets.flatMap((sheet) => [...(classesOf.get(sheet) ?? [])]))
  return used.filter((name) => hasRules.has(name) && !loaded.has(name))
}

const read = (path: string) => readFileSync(join(STYLES, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

const namesIn = (css: string) => [...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name as string)

/** Class names by style sheet, imports included. */
const classesOf = new Map(
  readdirSync(STYLES)
    .filter((file) => file.endsWith('.css'))
    .map((file) => {
      const imports = [...read(file).matchAll(/@import '\.\/([^']+)'/g)].map(([, path]) => path as string)
      return [file.replace(/\.css$/, ''), new Set([file, ...imports].flatMap((path) => namesIn(read(path))))]
    }),
)

const hasRules = new Set([...classesOf.values()].flatMap((names) => [...names]))
