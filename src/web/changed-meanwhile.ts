/** A colleague saved after this person opened the page. `next` says how to go on. */
export const changedMeanwhile = (what: string, next = '') =>
  `A colleague changed ${what} after you opened this page. Nothing was saved.${next && ` ${next}`}`
