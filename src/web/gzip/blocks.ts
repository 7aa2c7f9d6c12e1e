import { constants, deflateRawSync } from 'node:zlib'

/** Parts of a gzip file (RFC 1951 and 1952). Each begins and ends at a whole byte, so that they can be joined. */

export const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

const EMPTY_LAST_BLOCK = [3, 0]
const STORED_HEAD_BYTES = 5
const MAX_STORED_BYTES = 0xffff
const EMPTY: Buffer = Buffer.alloc(0)

/** Text as it is. */
export function stored(text: Buffer): Buffer {
  if (text.length === 0) return EMPTY
  if (text.length > MAX_STORED_BYTES) throw new RangeError('too long for one block')
  const block = Buffer.allocUnsafe(STORED_HEAD_BYTES + text.length)
  block[0] = 0
  block.writeUInt16LE(text.length, 1)
  block.writeUInt16LE(~text.length & MAX_STORED_BYTES, 3)
  text.copy(block, STORED_HEAD_BYTES)
  return block
}

/** `before` is the text in front of it, which it may repeat. */
export const deflated = (text: Buffer, level: number, before = EMPTY): Buffer =>
  text.length === 0
    ? EMPTY
    : deflateRawSync(text, {
        level,
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(before.length > 0 ? { dictionary: before } : {}),
      })

export function tail(sum: number, length: number): Buffer {
  const bytes = Buffer.from([...EMPTY_LAST_BLOCK, 0, 0, 0, 0, 0, 0, 0, 0])
  bytes.writeInt32LE(sum | 0, 2)
  bytes.writeUInt32LE(length >>> 0, 6)
  return bytes
}
