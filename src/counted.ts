/** A count and the word after it, as in '1 box' and '1,200 boxes'. */
export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
