import { cutNames } from '#db/data/cuts.ts'

/** A cut's name. One that only an import knows is named after its slug. */
export function cutName(cut: string): string {
  if (Object.hasOwn(cutNames, cut)) return cutNames[cut] ?? cut
  const words = cut.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
