import type { Db } from '#db/client.ts'
import { packedLines } from './packages.ts'
import type { WaveBoxRow } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

/** What stays undone in the box on the table when another box's slip is scanned. Null if nothing does. */
export function unfinishedWords(
  db: Db,
  wave: Wave,
  { left, opened }: { left: WaveBoxRow; opened: WaveBoxRow },
): string | null {
  if (left.orderId === opened.orderId || left.state !== 'to_pack') return null
  const lines = packedLines(db, wave.id, left)
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const packed = lines.reduce((sum, { packages }) => sum + packages.length, 0)
  const [name, other] = [`Box ${left.position}`, `Box ${opened.position}`]
  const now = opened.state === 'to_pack' ? `${other} is open now.` : `${other} is packed already.`
  return packed === 0
    ? `${now} ${name} is still empty.`
    : `${now} ${name} isn’t finished: it holds ${packed} of ${total} packs.`
}
