/** How many slips of the hand a word of this length may hold and still be recognised. */
export function typosAllowed(word: string): number {
  if (word.length < 3) return 0
  return word.length <= 5 ? 1 : 2
}

/**
 * Slips between what was typed and what was meant: a letter too many, too few or wrong, or two swapped. With `begun`
 * the meant word may go on after what was typed. More than `most` are not counted: any number above it comes back.
 */
export function editDistance(typed: string, meant: string, most: number, begun = false): number {
  if (typed.length - meant.length > most || (!begun && meant.length - typed.length > most)) return most + 1
  let before: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, place) => place)
  for (let row = 1; row <= typed.length; row++) {
    const now = nextRow(typed, meant, row, last, before)
    if (Math.min(...now) > most) return most + 1
    before = last
    last = now
  }
  return begun ? Math.min(...last) : (last[meant.length] ?? most + 1)
}

function nextRow(typed: string, meant: string, row: number, last: number[], before: number[]): number[] {
  const now = [row]
  for (let column = 1; column <= meant.length; column++) {
    const isSame = typed[row - 1] === meant[column - 1]
    const wrong = at(last, column - 1) + (isSame ? 0 : 1)
    const isSwapped = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1]
    const swapped = row > 1 && column > 1 && isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY
    now.push(Math.min(at(last, column) + 1, at(now, column - 1) + 1, wrong, swapped))
  }
  return now
}

const at = (row: number[], place: number) => row[place] ?? Number.POSITIVE_INFINITY
