import { sha256 } from '../tokens.ts'
import { type MapPoint, mapPoint, type Place } from './map-projection.ts'

const MILES_A_DEGREE = 69
const MIN_MILES = 6
const MAX_MILES = 12

type LocatedFarm = Place & { slug: string; showsPlace: boolean }

/**
 * Where a map shows a farm. People live there, so it is a few miles off unless the farm agreed, always by the same
 * step: a new one each time would average out.
 */
export function farmPoint({ slug, showsPlace, ...place }: LocatedFarm): MapPoint {
  if (showsPlace) return mapPoint(place)
  const digest = sha256(`place of ${slug}`)
  const angle = fraction(digest, 0) * 2 * Math.PI
  const degrees = (MIN_MILES + fraction(digest, 8) * (MAX_MILES - MIN_MILES)) / MILES_A_DEGREE
  return mapPoint({
    ...place,
    latitude: place.latitude + degrees * Math.sin(angle),
    longitude: place.longitude + (degrees * Math.cos(angle)) / Math.cos((place.latitude * Math.PI) / 180),
  })
}

/** Eight characters of a digest as a number from 0 to 1. */
function fraction(digest: string, from: number): number {
  const part = Buffer.from(digest.slice(from, from + 8)).toString('hex')
  return (Number.parseInt(part, 16) % 10_007) / 10_006
}
