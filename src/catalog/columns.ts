/** Texts by row, each kept once: `values[numbers[row]]`. */
export class Column {
  readonly values: string[] = []
  readonly numbers: number[] = []
  readonly #numberOf = new Map<string, number>()

  push(value: string) {
    this.numbers.push(this.numberFor(value))
  }

  valueAt(row: number): string {
    return this.values[at(this.numbers, row)] ?? ''
  }

  protected numberFor(value: string): number {
    const known = this.#numberOf.get(value)
    if (known !== undefined) return known
    this.#numberOf.set(value, this.values.length)
    return this.values.push(value) - 1
  }
}

/** Lists of texts by row, each list kept once: `lists[listNumbers[row]]` are numbers of `values`. */
export class ListColumn extends Column {
  readonly lists: number[][] = []
  readonly #listNumberOf = new Map<string, number>()

  pushList(values: string[]) {
    const list = values.map((value) => this.numberFor(value))
    const key = list.join()
    const number = this.#listNumberOf.get(key) ?? this.lists.push(list) - 1
    this.#listNumberOf.set(key, number)
    this.numbers.push(number)
  }

  listAt(row: number): number[] {
    return this.lists[at(this.numbers, row)] ?? []
  }
}

export function listOf<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? []
  if (list.length === 0) lists.set(key, list)
  return list
}

/** `array[index]` where it is known to be there. */
export const at = (array: ArrayLike<number>, index: number): number => array[index] as number

/** Smallest key first; equal keys stay in order. Keys are whole numbers, which sort faster than with a comparator. */
export function sortedBy(rows: number[], keyOf: (row: number) => number): number[] {
  const count = rows.length
  const keys = new Float64Array(count)
  for (let place = 0; place < count; place++) keys[place] = keyOf(at(rows, place)) * count + place
  keys.sort()
  return Array.from(rows, (_, place) => {
    const key = at(keys, place)
    return at(rows, key - Math.floor(key / count) * count)
  })
}
