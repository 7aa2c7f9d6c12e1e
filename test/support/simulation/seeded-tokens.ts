import { random as tokens } from '#src/tokens.ts'
import { closeWithFile } from '../close-afterwards.ts'
import { random } from '../random.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Draws all tokens from this seed until the test file ends, so that anything sorted by token is reproducible too. */
export function seedTokens(seed: number) {
  const real = { ...tokens }
  const draw = random(seed)
  Object.assign(tokens, {
    token: () => draw.text(22, BASE62),
    readable: (length: number) => draw.text(length, '23456789ABCDEFGHJKMNPQRSTUVWXYZ'),
    secret: () => draw.text(43, BASE62),
    fraction: draw.next,
  } satisfies typeof tokens)
  closeWithFile(() => void Object.assign(tokens, real))
}
