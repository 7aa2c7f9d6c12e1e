type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Params<Pattern extends string> = Pattern extends `${string}:${infer Rest}`
  ? Rest extends `${string}/${infer Tail}`
    ? [string | number, ...Params<`/${Tail}`>]
    : [string | number]
  : []

type Query = Record<string, string | null | undefined>

/** For someone who reloads the URL of a refused form. A `key`, of a guest's link, only opens placed orders. */
type FormPage = (params: Record<string, string>, key?: string) => string

export type Route<Pattern extends string = string> = {
  /** The path, with the non-empty parts of `query`. */
  (...args: [...Params<Pattern>, query?: Query]): string
  methods: readonly Method[]
  pattern: Pattern
  formPage: FormPage | null
}

const NAME = /:(\w+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g

/**
 * @param methods separated by spaces: 'POST DELETE'
 * @param options.slash link to it with a trailing slash, as the customer's scripts do for some calls
 */
export function route<const Pattern extends string>(
  methods: string,
  pattern: Pattern,
  { formPage = null, slash = false }: { formPage?: FormPage | null; slash?: boolean } = {},
): Route<Pattern> {
  const href = (...args: (string | number | Query | undefined)[]) => {
    const last = args.at(-1)
    const query = typeof last === 'object' ? last : {}
    let index = 0
    const path = pattern.replace(NAME, () => String(args[index++]))
    return path + (slash ? '/' : '') + queryOf(query)
  }
  return Object.assign(href, { methods: methods.split(' ') as Method[], pattern, formPage }) as Route<Pattern>
}

function queryOf(query: Query): string {
  const entries = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}
