import { random as tokens } from '#src/tokens.ts'
import { closeWithFile } from '../close-afterwards.ts'
import { random } from '../random.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** From now until the test file ends every token is drawn from this seed: what is sorted by tokens repeats as well. */
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
