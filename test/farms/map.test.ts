import { expect, test } from 'vitest'
import { farmPoint } from '#src/farms/farm-place.ts'
import { spreadMarks } from '#src/farms/map-marks.ts'
import { MAP_HEIGHT, MAP_WIDTH, mapPoint } from '#src/farms/map-projection.ts'

const MILES_A_DEGREE = 69
const CHOTEAU = { slug: 'three-larks-ranch', state: 'MT', latitude: 47.812, longitude: -112.184 }

test('COM-1 the map projects places to where US maps show them', () => {
  const rounded = (place: Parameters<typeof mapPoint>[0]) => {
    const { x, y } = mapPoint(place)
    return [Math.round(x), Math.round(y)]
  }
  expect(rounded({ latitude: 38.7, longitude: -96.6, state: 'KS' })).toEqual([488, 305]) // center of the contiguous US
  expect(rounded({ latitude: 47.6, longitude: -122.33, state: 'WA' })).toEqual([98, 46])
  expect(rounded({ latitude: 57.62, longitude: -152.19, state: 'AK' })).toEqual([104, 573])
  expect(rounded({ latitude: 21.31, longitude: -157.86, state: 'HI' })).toEqual([267, 549])
})

test('COM-1 a farm that did not agree to show its place is drawn a few miles off, always at the same spot', () => {
  const exact = farmPoint({ ...CHOTEAU, showsPlace: true })
  const hidden = farmPoint({ ...CHOTEAU, showsPlace: false })
  expect(exact).toEqual(mapPoint(CHOTEAU))
  expect(farmPoint({ ...CHOTEAU, showsPlace: false })).toEqual(hidden)
  const degree = mapPoint(CHOTEAU).y - mapPoint({ ...CHOTEAU, latitude: CHOTEAU.latitude + 1 }).y
  for (let n = 0; n < 300; n++) {
    const point = farmPoint({ ...CHOTEAU, slug: `farm-${n}`, showsPlace: false })
    const miles = (Math.hypot(point.x - exact.x, point.y - exact.y) / degree) * MILES_A_DEGREE
    expect(miles).toBeGreaterThan(5.5)
    expect(miles).toBeLessThan(12.5)
  }
})

test('COM-1 overlapping markers are spread near their places and within the map, even if all are in one town', () => {
  const spread = (places: { x: number; y: number }[], radius: number) => {
    const marks = spreadMarks(places, radius)
    marks.forEach(({ at, place }, index) => {
      expect(at.x).toBeGreaterThan(radius)
      expect(at.x).toBeLessThan(MAP_WIDTH - radius)
      expect(at.y).toBeGreaterThan(radius)
      expect(at.y).toBeLessThan(MAP_HEIGHT - radius)
      expect(place).toEqual(places[index])
      for (const other of marks.slice(index + 1))
        expect(Math.hypot(at.x - other.at.x, at.y - other.at.y)).toBeGreaterThan(1.9 * radius)
    })
    return marks
  }
  const [alone] = spread([{ x: 400, y: 300 }], 26)
  expect(alone?.at).toEqual({ x: 400, y: 300 })
  spread(
    Array.from({ length: 24 }, () => ({ x: 880, y: 130 })),
    26,
  )
  spread(
    Array.from({ length: 24 }, (_, n) => ({ x: 40 * n, y: (n * 97) % 600 })),
    55,
  )
})
