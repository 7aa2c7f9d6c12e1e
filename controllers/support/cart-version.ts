/** The newest box that this window has shown, by its number and how often it had changed. */
let newest = { id: 0, changes: 0 }

/**
 * Lets a box, by its version as in '12.3', take the place of what is shown.
 * @returns false where that is the same box as it stood later: an answer was overtaken by newer news
 */
export function supersede(version: string): boolean {
  const [id = 0, changes = 0] = version.split('.').map(Number)
  if (id === newest.id && changes < newest.changes) return false
  newest = { id, changes }
  return true
}
