import { openShop } from './shop.ts'

/** Seconds from the start of the process to its first 200 at `/readyz`, on a shop that is migrated and seeded. */
export async function measureStart(file: string, times: number): Promise<number> {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const shop = await openShop(file)
    took.push(shop.startedMs)
    await shop.stop()
  }
  return (took.sort((a, b) => a - b)[times >> 1] ?? 0) / 1000
}
