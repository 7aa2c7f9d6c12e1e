import { hasPending, jobKey, type PictureOwner, type PictureRequest } from './picture-jobs.ts'
import { importedName } from './picture-name.ts'
import type { Sources } from './picture-sources.ts'

/** Null if these pictures are already shown or in progress. `shown` holds the names of the current ones. */
export function pictureRequest(
  owner: PictureOwner,
  files: string[] | undefined,
  alts: string[],
  shown: string[],
  sources: Sources,
  pendingJobs: Set<string>,
): PictureRequest | null {
  if (files === undefined) return null
  const pictures = files.flatMap((file, at) => {
    const source = sources.get(file)
    return source ? [{ hash: source.hash, alt: alts[at] ?? alts[0] ?? '' }] : []
  })
  const request = { owner, pictures }
  if (pendingJobs.has(jobKey(request))) return null
  const isShown = JSON.stringify(shown.map(importedName)) === JSON.stringify(pictures)
  return isShown && !hasPending(pendingJobs, owner) ? null : request
}
