import type { Fragment } from '#views/shared/page-fragments.ts'
import { createByteCache } from '../../byte-cache.ts'
import { bytesOfPacked, type PackedText, packText } from './packed-text.ts'

/** A number: how often it was asked for. */
type Kept = PackedText | number | 'unpackable'

const kept = createByteCache<Kept>('packed', (value) =>
  typeof value === 'object' ? bytesOfPacked(value) : 0,
)

/** Packing takes as long as compressing for several responses. */
const PACKED_WHEN_ASKED = 3

export function findPacked(key: string, render: () => Fragment, atOnce: boolean): PackedText | null {
  const known = kept.get(key) ?? 0
  if (typeof known === 'object') return known
  if (known === 'unpackable') return null
  if (atOnce || known + 1 >= PACKED_WHEN_ASKED) return pack(key, render())
  kept.set(key, known + 1)
  return null
}

/** For a page with a packed part, where all else must be packed too. */
export function packedFragment(fragment: Fragment): PackedText | null {
  const key = `fragment ${fragment.id}`
  const known = kept.get(key)
  if (known === undefined) return pack(key, fragment)
  return typeof known === 'object' ? known : null
}

function pack(key: string, fragment: Fragment): PackedText | null {
  const packed = packText(fragment)
  kept.set(key, packed ?? 'unpackable')
  return packed
}
