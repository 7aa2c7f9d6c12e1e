import { describe, expect, test } from 'vitest'
import { cutLayer, paintCut } from '#src/demo/painter/cut-picture.ts'
import type { CutPicture } from '#src/demo/painter/scene.ts'

describe('the painter', () => {
  const steak: CutPicture = {
    plan: 'ribeye',
    flesh: 'beef',
    surface: 'slate',
    marbling: 0,
    fatCap: 0.3,
    garnish: [],
    seed: 7,
    alt: 'A ribeye',
  }
  const paint = (picture: CutPicture) => paintCut(picture, cutLayer(picture, 160)).raw().toBuffer()
  const paleShare = (bytes: Buffer) => {
    let pale = 0
    for (let i = 0; i < bytes.length; i += 3) if (bytes[i + 1]! > 150) pale++
    return pale / (bytes.length / 3)
  }

  test('paints the same picture from the same data', async () => {
    expect((await paint(steak)).equals(await paint(steak))).toBe(true)
  })

  test('shows more fat in a better marbled steak', async () => {
    const [lean, choice, wagyu] = await Promise.all(
      [0, 0.5, 1].map((marbling) => paint({ ...steak, marbling })),
    )
    expect(paleShare(choice!)).toBeGreaterThan(paleShare(lean!))
    expect(paleShare(wagyu!)).toBeGreaterThan(paleShare(choice!) * 1.2)
  })
})
