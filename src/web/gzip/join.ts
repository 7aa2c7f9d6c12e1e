import type { PageFragments } from '#views/shared/page-fragments.ts'
import { deflated, HEAD, stored, tail } from './blocks.ts'
import { crc32 } from './crc32.ts'
import { packedFragment } from './kept-packed.ts'
import { blocksOf, type PackedRun, type PackedToken, packToken, sumAfter } from './packed-run.ts'
import type { PackedText } from './packed-text.ts'

/** Compressing shorter text takes longer than sending it. */
const STORED_BELOW_BYTES = 400
/** The rest of the page is this visitor's alone, and compressed in their time. */
const LEVEL = 1

/** A page as one gzip file: kept parts as they were packed, the rest compressed now. */
export function joinPacked(page: PageFragments, rendered: string): Buffer {
  const { slotValues } = page
  const file = new JoinedFile(packToken(slotValues.token))
  const addPacked = (packed: PackedText) => {
    for (const piece of packed)
      typeof piece === 'string' ? file.addText(slotValues[piece]) : file.addRun(piece)
  }
  for (const piece of page.list(rendered)) {
    if (Buffer.isBuffer(piece)) file.addText(piece)
    else if (!('parts' in piece)) addPacked(piece)
    else {
      const packed = packedFragment(piece)
      if (packed) addPacked(packed)
      else file.addText(Buffer.concat(page.fill(piece)))
    }
  }
  return file.end()
}

class JoinedFile {
  #token: PackedToken
  #blocks: Buffer[] = [HEAD]
  #sum = 0
  #length = 0

  constructor(token: PackedToken) {
    this.#token = token
  }

  addText(text: Buffer) {
    this.#blocks.push(text.length < STORED_BELOW_BYTES ? stored(text) : deflated(text, LEVEL))
    this.#sum = crc32(text, this.#sum)
    this.#length += text.length
  }

  addRun(run: PackedRun) {
    this.#blocks.push(...blocksOf(run, this.#token.block))
    this.#sum = sumAfter(run, this.#sum, this.#token)
    this.#length += run.length
  }

  end(): Buffer {
    return Buffer.concat([...this.#blocks, tail(this.#sum, this.#length)])
  }
}
