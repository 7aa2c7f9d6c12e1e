import { holdsCardNumber } from './card-numbers.ts'
import { invalid } from './refusals.ts'

type Tree = Map<string, string | Tree>

const MAX_FIELDS = 500
const MAX_DEPTH = 6

/** The form of one request. Like Stripe, we refuse every field that no code has read. */
export class Params {
  readonly #readNames = new Set<string>()

  constructor(
    readonly tree: Tree = new Map(),
    readonly path = '',
  ) {}

  /** @throws Refusal if any field holds a card number. */
  static parse(body: string): Params {
    const tree: Tree = new Map()
    const fields = [...new URLSearchParams(body)]
    if (fields.length > MAX_FIELDS) throw invalid('Too many parameters.')
    for (const [name, value] of fields) {
      if (holdsCardNumber(value) || holdsCardNumber(name)) throw invalid(NO_CARD_NUMBERS)
      insertField(tree, name, value)
    }
    return new Params(tree)
  }

  has(name: string): boolean {
    this.#readNames.add(name)
    return this.tree.has(name)
  }

  /** Undefined if not sent, null if sent empty. */
  text(name: string, maxLength = 5_000): string | null | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalid('Invalid string: {...}', this.#fullName(name))
    if (value.length > maxLength) {
      throw invalid(
        `Invalid string: ${value.slice(0, 8)}...; must be at most ${maxLength} characters`,
        this.#fullName(name),
      )
    }
    return value === '' ? null : value
  }

  optional(name: string): string | undefined {
    return this.text(name) ?? undefined
  }

  required(name: string): string {
    return this.optional(name) ?? this.#missing(name)
  }

  integer(name: string): number | undefined {
    const text = this.optional(name)
    if (text === undefined) return undefined
    if (!/^-?\d{1,15}$/.test(text))
      throw invalid(`Invalid integer: ${text}`, this.#fullName(name), 'parameter_invalid_integer')
    return Number(text)
  }

  flag(name: string): boolean | undefined {
    const text = this.optional(name)
    if (text === undefined || text === 'true' || text === 'false') return text && text === 'true'
    throw invalid(`Invalid boolean: ${text}`, this.#fullName(name))
  }

  choice<T extends string>(name: string, options: readonly T[]): T | null | undefined {
    const text = this.text(name)
    if (text === undefined || text === null) return text
    const found = options.find((option) => option === text)
    if (!found)
      throw invalid(
        `Invalid ${this.#fullName(name)}: must be one of ${options.join(', ')}`,
        this.#fullName(name),
      )
    return found
  }

  group(name: string): Params | null | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    if (value === '') return null
    if (typeof value === 'string') throw invalid('Invalid object', this.#fullName(name))
    return new Params(value, this.#fullName(name))
  }

  list(name: string): string[] {
    const value = this.#value(name)
    if (value === undefined || value === '') return []
    if (typeof value === 'string') return [value]
    return [...value.values()].filter((each) => typeof each === 'string')
  }

  texts(name: string): Record<string, string> | null | undefined {
    const group = this.group(name)
    if (!group) return group
    const entries = [...group.tree].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return Object.fromEntries(entries)
  }

  /** Accepts fields that have no effect here. */
  ignore(...names: string[]) {
    for (const name of names) this.#readNames.add(name)
  }

  refuseUnknown() {
    for (const name of this.tree.keys()) {
      if (this.#readNames.has(name)) continue
      throw invalid(
        `Received unknown parameter: ${this.#fullName(name)}`,
        this.#fullName(name),
        'parameter_unknown',
      )
    }
  }

  #value(name: string) {
    this.#readNames.add(name)
    return this.tree.get(name)
  }

  #missing(name: string): never {
    const full = this.#fullName(name)
    throw invalid(`Missing required param: ${full}.`, full, 'parameter_missing')
  }

  #fullName(name: string) {
    return this.path ? `${this.path}[${name}]` : name
  }
}

export const NO_CARD_NUMBERS =
  'A parameter looks like a card number. Card numbers must never be sent here; use a test payment method such as pm_card_visa.'

/** `a[b][0]=x` goes into nested maps, `a[]=x` to the next free index. */
function insertField(tree: Tree, name: string, value: string) {
  const open = name.indexOf('[')
  const keys = open < 0 ? [name] : [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
  if (keys.length > MAX_DEPTH) throw invalid('Parameters are nested too deeply.')
  let branch = tree
  for (const key of keys.slice(0, -1)) branch = childMap(branch, key)
  const last = keys.at(-1) ?? ''
  branch.set(last === '' ? String(branch.size) : last, value)
}

function childMap(tree: Tree, key: string): Tree {
  const existing = tree.get(key)
  if (existing instanceof Map) return existing
  const created: Tree = new Map()
  tree.set(key, created)
  return created
}
