import type { DurableTx, Tx } from '#db/client.ts'
import { farms as farmTable, offers, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { receiveUnits } from '../stock/stock.ts'
import { chance } from '../tokens.ts'
import { galleryOf } from './painter/gallery.ts'
import { farms } from './shelves/farms.ts'
import type { Farm, Variety } from './shelves/types.ts'
import { varieties as shelf } from './shelves/varieties.ts'

/** Farms, varieties, offers and their opening stock, from the catalogue's plain data. */
export function seedShelves(tx: DurableTx, now: Instant) {
  const farmIds = new Map(farms.map((farm) => [farm.slug, addFarm(tx, farm)]))
  for (const variety of shelf) {
    const farmId = farmIds.get(variety.farm)
    if (farmId === undefined) throw new Error(`${variety.slug} names no farm: ${variety.farm}`)
    addVariety(tx, farmId, variety, now)
  }
}

function addFarm(tx: Tx, { landscape: _, inFirstShop: __, story, ...farm }: Farm): number {
  const row = { ...farm, story: story.join('\n\n'), picture: `farm-${farm.slug}` }
  return tx.insert(farmTable).values(row).returning({ id: farmTable.id }).get().id
}

function addVariety(tx: DurableTx, farmId: number, variety: Variety, now: Instant) {
  const { picture: _, offers: packs, nutrition, inFirstShop: __, farm, ...words } = variety
  const { id: varietyId } = tx
    .insert(varieties)
    .values({ ...words, nutrition: { ...nutrition }, farmId, pictures: galleryOf(variety) })
    .returning({ id: varieties.id })
    .get()
  packs.forEach(({ stock, serves, ...pack }, position) => {
    const row = { ...pack, serves: String(serves), token: chance.token(), varietyId, position }
    const { id: offerId } = tx.insert(offers).values(row).returning({ id: offers.id }).get()
    for (const [fcId, quantity] of Object.entries(stock))
      receiveUnits(tx, Number(fcId), [{ offerId, quantity }], now, 'opening')
  })
}
