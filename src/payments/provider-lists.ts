const PAGE = 100

export const WHOLE_PAGES = { limit: PAGE }

export const createdSince = (since: number) => ({
  created: { gte: Math.floor(since / 1000) },
  ...WHOLE_PAGES,
})

/** Turns the pages of a list, newest first, and leaves out what `read` has no use for. */
export async function collect<Item, Snapshot>(
  list: AsyncIterable<Item>,
  read: (item: Item) => Snapshot | null,
): Promise<Snapshot[]> {
  const snapshots: Snapshot[] = []
  for await (const item of list) {
    const snapshot = read(item)
    if (snapshot !== null) snapshots.push(snapshot)
  }
  return snapshots
}
