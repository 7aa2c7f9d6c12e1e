/** One address of the shop: which methods it answers, its pattern for the router, and the path to link to. */

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One argument for each `:name` of a pattern. */
type Params<Pattern extends string> = Pattern extends `${string}:${infer Rest}`
  ? Rest extends `${string}/${infer Tail}`
    ? [string | number, ...Params<`/${Tail}`>]
    : [string | number]
  : []

type Query = Record<string, string | null | undefined>

/** The page to show to somebody who reloads the address a form was sent to, by the names in that address. */
type FormPage = (params: Record<string, string>) => string

export type Route<Pattern extends string = string> = {
  /** The path with its names filled in, and the parts of `query` that have a value. */
  (...args: [...Params<Pattern>, query?: Query]): string
  methods: readonly Method[]
  pattern: Pattern
  formPage: FormPage | null
}

const NAME = /:(\w+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g

/**
 * @param methods those it answers, as 'GET' or 'POST DELETE'
 * @param options.slash link to it with a slash at its end, as the customer's scripts write some calls
 */
export function route<const Pattern extends string>(
  methods: string,
  pattern: Pattern,
  { formPage = null, slash = false }: { formPage?: FormPage | null; slash?: boolean } = {},
): Route<Pattern> {
  const href = (...args: (string | number | Query | undefined)[]) => {
    const last = args.at(-1)
    const query = typeof last === 'object' ? last : {}
    let next = 0
    const path = pattern.replace(NAME, () => String(args[next++]))
    return path + (slash ? '/' : '') + queryOf(query)
  }
  return Object.assign(href, { methods: methods.split(' ') as Method[], pattern, formPage }) as Route<Pattern>
}

function queryOf(query: Query): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
