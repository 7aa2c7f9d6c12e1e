export function typosAllowed(word: string): number {
  if (word.length < 3) return 0
  return word.length <= 5 ? 1 : 2
}

/** Damerau-Levenshtein distance, or `limit + 1` above `limit`. With `isPrefix`, `word` may continue after `typed`. */
export function editDistance(typed: string, word: string, limit: number, isPrefix = false): number {
  if (typed.length - word.length > limit || (!isPrefix && word.length - typed.length > limit))
    return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const next = nextRow(typed, word, row, last, beforeLast)
    if (Math.min(...next) > limit) return limit + 1
    beforeLast = last
    last = next
  }
  return isPrefix ? Math.min(...last) : (last[word.length] ?? limit + 1)
}

function nextRow(typed: string, word: string, row: number, last: number[], beforeLast: number[]): number[] {
  const next = [row]
  for (let column = 1; column <= word.length; column++) {
    const isSame = typed[row - 1] === word[column - 1]
    const replaced = at(last, column - 1) + (isSame ? 0 : 1)
    const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
    const swapped =
      row > 1 && column > 1 && isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY
    next.push(Math.min(at(last, column) + 1, at(next, column - 1) + 1, replaced, swapped))
  }
  return next
}

const at = (row: number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
