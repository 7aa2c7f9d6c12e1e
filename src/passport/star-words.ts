/** A star button's label. Pressing the last selected star takes the rating back. */
export const starLabel = (star: number, score: number): string =>
  star === score ? `${starsText(star)}, your rating. Press to clear it.` : starsText(star)

export const starsText = (count: number): string => (count === 1 ? '1 star' : `${count} stars`)
