import { holdsCardNumber } from './card-numbers.ts'
import { invalid } from './refusals.ts'

type Tree = Map<string, string | Tree>

const MAX_FIELDS = 500
const MAX_DEPTH = 6

/** The form of one request. What is not asked for is unknown, and refused as Stripe refuses it. */
export class Params {
  readonly #asked = new Set<string>()

  constructor(
    readonly tree: Tree = new Map(),
    readonly path = '',
  ) {}

  /** @throws Refusal when a field holds a card number: nobody may send one here. */
  static parse(body: string): Params {
    const tree: Tree = new Map()
    const fields = [...new URLSearchParams(body)]
    if (fields.length > MAX_FIELDS) throw invalid('Too many parameters.')
    for (const [name, value] of fields) {
      if (holdsCardNumber(value) || holdsCardNumber(name)) throw invalid(NO_CARD_NUMBERS)
      plant(tree, name, value)
    }
    return new Params(tree)
  }

  has(name: string): boolean {
    this.#asked.add(name)
    return this.tree.has(name)
  }

  /** undefined: not given; null: emptied. */
  text(name: string, longest = 5_000): string | null | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalid('Invalid string: {...}', this.#full(name))
    if (value.length > longest) {
      throw invalid(
        `Invalid string: ${value.slice(0, 8)}...; must be at most ${longest} characters`,
        this.#full(name),
      )
    }
    return value === '' ? null : value
  }

  given(name: string): string | undefined {
    return this.text(name) ?? undefined
  }

  required(name: string): string {
    return this.given(name) ?? this.#lacks(name)
  }

  integer(name: string): number | undefined {
    const text = this.given(name)
    if (text === undefined) return undefined
    if (!/^-?\d{1,15}$/.test(text))
      throw invalid(`Invalid integer: ${text}`, this.#full(name), 'parameter_invalid_integer')
    return Number(text)
  }

  flag(name: string): boolean | undefined {
    const text = this.given(name)
    if (text === undefined || text === 'true' || text === 'false') return text && text === 'true'
    throw invalid(`Invalid boolean: ${text}`, this.#full(name))
  }

  choice<T extends string>(name: string, options: readonly T[]): T | null | undefined {
    const text = this.text(name)
    if (text === undefined || text === null) return text
    const found = options.find((option) => option === text)
    if (!found)
      throw invalid(`Invalid ${this.#full(name)}: must be one of ${options.join(', ')}`, this.#full(name))
    return found
  }

  /** undefined: not given; null: emptied. */
  group(name: string): Params | null | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    if (value === '') return null
    if (typeof value === 'string') throw invalid('Invalid object', this.#full(name))
    return new Params(value, this.#full(name))
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

  /** Fields that are taken and have no effect here. */
  ignore(...names: string[]) {
    for (const name of names) this.#asked.add(name)
  }

  refuseUnknown() {
    for (const name of this.tree.keys()) {
      if (this.#asked.has(name)) continue
      throw invalid(`Received unknown parameter: ${this.#full(name)}`, this.#full(name), 'parameter_unknown')
    }
  }

  #value(name: string) {
    this.#asked.add(name)
    return this.tree.get(name)
  }

  #lacks(name: string): never {
    const full = this.#full(name)
    throw invalid(`Missing required param: ${full}.`, full, 'parameter_missing')
  }

  #full(name: string) {
    return this.path ? `${this.path}[${name}]` : name
  }
}

export const NO_CARD_NUMBERS =
  'A parameter looks like a card number. Card numbers must never be sent here; use a test payment method such as pm_card_visa.'

/** `a[b][0]=x` into nested maps, `a[]=x` to the next free place. */
function plant(tree: Tree, name: string, value: string) {
  const open = name.indexOf('[')
  const keys = open < 0 ? [name] : [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
  if (keys.length > MAX_DEPTH) throw invalid('Parameters are nested too deeply.')
  let branch = tree
  for (const key of keys.slice(0, -1)) branch = branchAt(branch, key)
  const last = keys.at(-1) ?? ''
  branch.set(last === '' ? String(branch.size) : last, value)
}

function branchAt(tree: Tree, key: string): Tree {
  const known = tree.get(key)
  if (known instanceof Map) return known
  const made: Tree = new Map()
  tree.set(key, made)
  return made
}
