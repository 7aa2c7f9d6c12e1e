import { createCipheriv, createHmac, getRandomValues, pbkdf2Sync } from 'node:crypto'
import type { seal } from 'iron-webcrypto'

type Key = { bytes: Uint8Array }

/**
 * What sealing asks of Web Crypto, answered at once. Node's own hands each of the four steps to a thread, which takes
 * longer than the step, and a busy server comes back to the visitor only a turn later each time.
 */
const subtle = {
  importKey: async (_format: 'raw', bytes: Uint8Array): Promise<Key> => ({ bytes }),

  deriveBits: async (
    { salt, iterations }: { salt: Uint8Array; iterations: number },
    { bytes }: Key,
    bits: number,
  ) => pbkdf2Sync(bytes, salt, iterations, bits / 8, 'sha1'),

  async encrypt({ iv }: { iv: Uint8Array }, { bytes }: Key, text: Uint8Array) {
    const cipher = createCipheriv('aes-256-cbc', bytes, iv)
    return Buffer.concat([cipher.update(text), cipher.final()])
  },

  sign: async (_algorithm: object, { bytes }: Key, text: Uint8Array) =>
    createHmac('sha256', bytes).update(text).digest(),
}

export const cryptoAtOnce = { subtle, getRandomValues } as unknown as Parameters<typeof seal>[0]
