/** Names what isn't known, and what is. */
export const unknownOption = (option: string, value: string, known: readonly string[]) =>
  `There is no ${option} "${value.slice(0, 40)}". Please use ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`
