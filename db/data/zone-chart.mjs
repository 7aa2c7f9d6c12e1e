/**
 * Draws the zone chart, postal-zones.ts, from the middle of each three-digit area and its distance to the
 * packing houses. Run by hand when a center moves: `node db/data/zone-chart.mjs > db/data/postal-zones.ts`.
 * From then on the chart is data: a carrier's own chart may be written over it line by line.
 */
import { createRequire } from 'node:module'

const { codes } = createRequire(import.meta.url)('zipcodes')

const CENTERS = [
  { fcId: 1, latitude: 39.527, longitude: -119.811 }, // Reno NV
  { fcId: 2, latitude: 40.201, longitude: -77.2 }, // Carlisle PA
  { fcId: 3, latitude: 37.209, longitude: -93.292 }, // Springfield MO
]
/** Straight-line kilometres that a ground carrier covers in one and in two days; beyond it takes three. */
const ONE_DAY_KM = 450
const TWO_DAYS_KM = 1_100

const NOT_SERVED = {
  AK: 'alaska',
  HI: 'hawaii',
  ...Object.fromEntries(['PR', 'VI', 'GU', 'AS', 'MP', 'PW', 'FM', 'MH'].map((code) => [code, 'territory'])),
  ...Object.fromEntries(['AA', 'AE', 'AP'].map((code) => [code, 'military'])),
}

const areas = new Map()
for (const place of Object.values(codes)) {
  if (place.country !== 'US') continue
  const prefix = place.zip.slice(0, 3)
  areas.set(prefix, [...(areas.get(prefix) ?? []), place])
}

const rows = [...areas]
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([prefix, places]) => zoneOf(prefix, places))
print([...joinNeighbours(rows), ...exceptions(rows)])

function zoneOf(prefix, places) {
  const state = mostCommon(places.map((place) => place.state))
  if (state in NOT_SERVED) return { prefix, state, fcId: 0, transitDays: 0, notServed: NOT_SERVED[state] }
  const middle = {
    latitude: median(places.map((place) => place.latitude)),
    longitude: median(places.map((place) => place.longitude)),
  }
  const [nearest] = CENTERS.map((center) => ({ fcId: center.fcId, km: distance(center, middle) })).sort(
    (a, b) => a.km - b.km,
  )
  const transitDays = nearest.km <= ONE_DAY_KM ? 1 : nearest.km <= TWO_DAYS_KM ? 2 : 3
  return { prefix, state, fcId: nearest.fcId, transitDays, notServed: null }
}

/** Single ZIPs that lie elsewhere than their area: Pago Pago among Hawaii's. */
function exceptions(zones) {
  return zones.flatMap(({ prefix, notServed }) =>
    areas
      .get(prefix)
      .filter((place) => (NOT_SERVED[place.state] ?? null) !== notServed)
      .map((place) => ({ from: place.zip, to: place.zip, zone: zoneOf(place.zip, [place]) })),
  )
}

function joinNeighbours(zones) {
  const runs = []
  for (const { prefix, ...zone } of zones) {
    const last = runs.at(-1)
    const goesOn =
      last && Number(last.to) + 1 === Number(prefix) && JSON.stringify(last.zone) === JSON.stringify(zone)
    if (goesOn) last.to = prefix
    else runs.push({ from: prefix, to: prefix, zone })
  }
  return runs
}

function print(runs) {
  console.log(
    '/** Drawn by zone-chart.mjs: first prefix, last prefix, state, center, days on the road or why not. */',
  )
  console.log('export const ZONE_CHART = `')
  for (const { from, to, zone } of runs) {
    console.log(
      zone.notServed
        ? `${from} ${to} ${zone.state} - ${zone.notServed}`
        : `${from} ${to} ${zone.state} ${zone.fcId} ${zone.transitDays}`,
    )
  }
  console.log('`')
}

function mostCommon(words) {
  const counts = new Map()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0][0]
}

/** Not the mean: one wrong sign among the sources would move a city across an ocean. */
function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

function distance(a, b) {
  const radians = (degrees) => (degrees * Math.PI) / 180
  const haversine =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * 6371 * Math.asin(Math.sqrt(haversine))
}
