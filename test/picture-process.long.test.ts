import { describe, expect, test } from 'vitest'
import { encodeApart } from '#src/picture-process.ts'

const encode = async (wish: string) => {
  const made = await encodeApart('test/support/tell-process.mjs', [], Buffer.from(wish))
  return made && Number(made.toString())
}

describe('uploaded pictures', () => {
  test('are encoded one at a time by one separate process', async () => {
    const [first, second, third] = await Promise.all([encode('one'), encode('two'), encode('three')])
    expect(first).not.toBe(process.pid)
    expect([second, third]).toEqual([first, first])
  })

  test.each(['fail', 'crash'])(
    'that %s end that process, and a new one encodes the next picture',
    async (wish) => {
      const before = await encode('one')
      expect(await encode(wish)).toBeNull()
      const after = await encode('one')
      expect(after).toBeGreaterThan(0)
      expect(after).not.toBe(before)
    },
  )

  test('are still encoded when one beside them is bad', async () => {
    const made = await Promise.all([encode('crash'), encode('one'), encode('fail'), encode('two')])
    expect(made.map((one) => one !== null)).toEqual([false, true, false, true])
  })
})
