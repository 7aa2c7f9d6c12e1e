const SHORT_NAME = 10
const MIN_SHARED_WORDS = 2

/**
 * Variables that resemble one of ours that is not set, such as STRIPE_SECRET or STORE_NMAE. Nothing else unknown is
 * refused, because the environment holds other programs' variables too.
 */
export function misspelledProblems(variables: Record<string, unknown>, known: readonly string[]): string[] {
  const missing = known.filter((name) => !(name in variables) && name.includes('_'))
  return Object.keys(variables)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((ours) => resembles(name, ours))
      return meant ? [`${name}: the shop has no such variable; did you mean ${meant}?`] : []
    })
}

const resembles = (name: string, ours: string) =>
  firstWord(name) === firstWord(ours) && (isTypo(name, ours) || sharesWords(name, ours))

const firstWord = (name: string) => name.split('_')[0]

const isTypo = (name: string, ours: string) => editDistance(name, ours) <= (ours.length < SHORT_NAME ? 1 : 2)

/** Every word of one is in the other: STRIPE_SECRET and STRIPE_SECRET_KEY. */
function sharesWords(name: string, ours: string): boolean {
  const [fewer = [], more = []] = [name.split('_'), ours.split('_')].sort((a, b) => a.length - b.length)
  return fewer.length >= MIN_SHARED_WORDS && fewer.every((word) => more.includes(word))
}

/** Levenshtein's. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...left].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...right].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
