import { hasPending, jobKey, type PictureOwner, type PictureRequest } from './picture-jobs.ts'
import { importedName } from './picture-name.ts'
import type { Sources } from './picture-sources.ts'

/**
 * What is to hang, unless it hangs there already or is being made.
 * @param hung the names that hang now
 */
export function pictureWish(
  owner: PictureOwner,
  files: string[] | undefined,
  words: string[],
  hung: string[],
  sources: Sources,
  standing: Set<string>,
): PictureRequest | null {
  if (files === undefined) return null
  const pictures = files.flatMap((file, at) => {
    const source = sources.get(file)
    return source ? [{ hash: source.hash, alt: words[at] ?? words[0] ?? '' }] : []
  })
  const wish = { owner, pictures }
  if (standing.has(jobKey(wish))) return null
  const isHung = JSON.stringify(hung.map(importedName)) === JSON.stringify(pictures)
  return isHung && !hasPending(standing, owner) ? null : wish
}
