import { cutNames } from '#db/data/cuts.ts'

/** A cut as a shopper reads it; an import's new cut is read off its slug. */
export function cutName(cut: string): string {
  const words = cut.replaceAll('-', ' ')
  return cutNames[cut] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
