import { describe, expect, test } from 'vitest'
import { encodeApart } from '#src/picture-process.ts'

const encode = async (wish: string) => {
  const made = await encodeApart('test/support/tell-process.mjs', [], Buffer.from(wish))
  return made && Number(made.toString())
}

describe('pictures of strangers', () => {
  test('are made by one process that is not the shop, one after another', async () => {
    const [first, second, third] = await Promise.all([encode('one'), encode('two'), encode('three')])
    expect(first).not.toBe(process.pid)
    expect([second, third]).toEqual([first, first])
  })

  test.each(['fail', 'crash'])('that %s end the process, and the next is made by another', async (wish) => {
    const before = await encode('one')
    expect(await encode(wish)).toBeNull()
    const after = await encode('one')
    expect(after).toBeGreaterThan(0)
    expect(after).not.toBe(before)
  })

  test('that are asked for beside a bad one are made all the same', async () => {
    const made = await Promise.all([encode('crash'), encode('one'), encode('fail'), encode('two')])
    expect(made.map((one) => one !== null)).toEqual([false, true, false, true])
  })
})
