let newest = { id: 0, changes: 0 }

/** Accepts a cart version such as '12.3'. @returns false if the page already shows a newer version of that cart */
export function supersede(version: string): boolean {
  const { id, changes } = read(version)
  if (id === newest.id && changes < newest.changes) return false
  newest = { id, changes }
  return true
}

export function isNewest(version: string): boolean {
  const { id, changes } = read(version)
  return id === newest.id && changes === newest.changes
}

function read(version: string) {
  const [id = 0, changes = 0] = version.split('.').map(Number)
  return { id, changes }
}
