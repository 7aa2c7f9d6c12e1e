import { eq, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Offer, offers, packedPackages } from '#db/schema/index.ts'
import { finishBoxes, type Press } from './pack-boxes.ts'
import { packLot } from './pack-lot.ts'
import { type PackageCode, readPackageCode } from './package-code.ts'
import { holderOf, packedLines } from './packages.ts'
import { openGoodBox, type PackingRefusal, type Scanned } from './packing-box.ts'
import { isComplete, missingPacks, type PackedLine } from './packing-lines.ts'
import { keepScan, packingScan } from './packing-scans.ts'
import { readSlipCode } from './slip-code.ts'
import { type WaveBoxRow, waveBoxesByToken } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

/**
 * `scanId` is the device's own, and is sent again with a scan whose answer was lost. `lot` is what the packer read on a
 * pack whose barcode doesn't say it.
 */
type Scan = { orderToken: string; barcode: string; scanId: string | null; lot: string | null }

/** Puts a pack into a box by the code on it. The last one closes the box. */
export function scanPackage(
  tx: DurableTx,
  wave: Wave,
  { orderToken, barcode, scanId, lot }: Scan,
  press: Press,
): Scanned {
  const earlier = scanId === null ? null : scanOf(tx, wave, orderToken, scanId)
  if (earlier) return earlier
  const box = openGoodBox(tx, wave, orderToken, press)
  if (!box.ok) return box
  const code = readSlipCode(barcode) ? null : readPackageCode(barcode)
  const lines = packedLines(tx, wave.id, box.row)
  const offer = code && offerOfCode(tx, code, lines)
  if (!code || !offer) return { ok: false, code: 'unknown_barcode', barcode }
  const line = lines.find(({ offerId }) => offerId === offer.id)
  if (!line) return { ok: false, code: 'wrong_item', have: nameOf(tx, offer), need: needed(lines) }
  const held = code.serial === null ? null : holderOf(tx, offer.id, code.serial)
  if (held) return { ok: false, code: 'scanned_before', identifier: held.identifier }
  if (missingPacks(line) === 0)
    return { ok: false, code: 'too_many', have: lineName(line), need: needed(lines) }
  const lotCode = code.lot ?? lot
  const packed = packLot(tx, wave, { row: box.row, line, code: lotCode }, press)
  if (!packed.ok) return packed
  const packageId = code.serial ?? nextNumber(line)
  tx.insert(packedPackages)
    .values({
      waveId: wave.id,
      orderId: box.row.orderId,
      offerId: offer.id,
      packageId,
      isSerial: code.serial !== null,
      lot: packed.lot ?? lotCode,
      netGrams: line.isByWeight ? labelGrams(offer, code) : null,
      userId: press.userId,
      packedAt: press.now,
    })
    .run()
  if (scanId !== null)
    keepScan(tx, { scanId, waveId: wave.id, orderId: box.row.orderId, packageId, at: press.now })
  return closeIfComplete(tx, wave, box.row, press, packageId)
}

/** What came of a scan that was here before. */
function scanOf(db: Db, wave: Wave, orderToken: string, scanId: string): Scanned | null {
  const scan = packingScan(db, scanId)
  const [row] = scan ? waveBoxesByToken(db, wave.id, [orderToken]) : []
  if (!scan || row?.orderId !== scan.orderId) return null
  return { ok: true, row, isPacked: row.state === 'packed', packageId: scan.packageId }
}

export type Weighing = {
  orderToken: string
  offerToken: string
  packageId: string
  grossGrams: number | null
  netGrams: number | null
  lot: string | null
  /** This is the second reading; `firstGrams` is what the first one said, if the page knows. */
  isConfirmed: boolean
  firstGrams: number | null
}

/** The weight of a pack, from its label or as the scale shows it. Weighing a package again replaces what it weighed. */
export function weighPackage(tx: DurableTx, wave: Wave, weighing: Weighing, press: Press): Scanned {
  const box = openGoodBox(tx, wave, weighing.orderToken, press)
  if (!box.ok) return box
  const lines = packedLines(tx, wave.id, box.row)
  const offer = tx.select().from(offers).where(eq(offers.token, weighing.offerToken)).get()
  if (!offer) return { ok: false, code: 'unknown_barcode', barcode: weighing.offerToken }
  const line = lines.find(({ offerId }) => offerId === offer.id)
  if (!line) return { ok: false, code: 'wrong_item', have: nameOf(tx, offer), need: needed(lines) }
  const before = line.packages.find(({ packageId }) => packageId === weighing.packageId)
  if (!before && missingPacks(line) === 0)
    return { ok: false, code: 'too_many', have: lineName(line), need: needed(lines) }
  const held = before ? null : holderOf(tx, offer.id, weighing.packageId)
  if (held) return { ok: false, code: 'scanned_before', identifier: held.identifier }
  const weight = netWeight(offer, weighing)
  if (!weight.ok) return weight
  const packed = before
    ? { ok: true as const, lot: before.lot }
    : packLot(tx, wave, { row: box.row, line, code: weighing.lot }, press)
  if (!packed.ok) return packed
  const { grossGrams, packageId } = weighing
  const lot = before ? before.lot : (packed.lot ?? weighing.lot)
  const weighed = {
    grossGrams,
    tareGrams: grossGrams === null ? null : offer.tareGrams,
    netGrams: weight.grams,
  }
  const isOfBox = { waveId: wave.id, orderId: box.row.orderId, packageId }
  tx.insert(packedPackages)
    .values({
      ...isOfBox,
      ...weighed,
      lot,
      offerId: offer.id,
      isSerial: true,
      userId: press.userId,
      packedAt: press.now,
    })
    .onConflictDoUpdate({
      target: [
        packedPackages.waveId,
        packedPackages.orderId,
        packedPackages.offerId,
        packedPackages.packageId,
      ],
      set: { ...weighed, userId: press.userId, packedAt: press.now },
    })
    .run()
  return closeIfComplete(tx, wave, box.row, press, packageId)
}

/** Closes the box if nothing is missing. */
export function closeIfComplete(
  tx: DurableTx,
  wave: Wave,
  row: WaveBoxRow,
  press: Press,
  packageId: string | null,
): Scanned {
  if (!isComplete(packedLines(tx, wave.id, row))) return { ok: true, row, isPacked: false, packageId }
  const refusal = finishBoxes(tx, wave, [row], press)
  if (refusal) throw new Error(`every pack of ${row.identifier} is in it, and yet: ${refusal.code}`)
  return { ok: true, row, isPacked: true, packageId }
}

/** Two farms can share a GTIN, since each makes up its own for random weights. The offer in this box wins. */
function offerOfCode(db: Db, { offerToken, gtin }: PackageCode, lines: PackedLine[]): Offer | null {
  const isMeant = gtin === null ? eq(offers.token, offerToken ?? '') : eq(offers.gtin, gtin)
  const found = db.select().from(offers).where(isMeant).orderBy(offers.id).all()
  return found.find(({ id }) => lines.some(({ offerId }) => offerId === id)) ?? found[0] ?? null
}

const nameOf = (db: Db, offer: Offer): string =>
  db.get<{ name: string }>(sql`select name from varieties where id = ${offer.varietyId}`)?.name +
  `, ${offer.label}`

export const lineName = ({ name, label }: { name: string; label: string }) => `${name}, ${label}`

const needed = (lines: PackedLine[]) => lines.filter((line) => missingPacks(line) > 0).map(lineName)

/** For packs whose labels have no serial. */
function nextNumber({ packages, bid_item_token }: PackedLine): string {
  const taken = new Set(packages.map(({ packageId }) => packageId))
  let number = packages.length + 1
  while (taken.has(`${bid_item_token}#${number}`)) number++
  return `${bid_item_token}#${number}`
}

const MAX_GRAMS = 100_000
const LEAST_SHARE = 0.5
/** Two readings of one pack on one scale. */
const SAME_GRAMS = 20

type NetWeight = { ok: true; grams: number } | Extract<PackingRefusal, { code: 'no_weight' | 'weigh_again' }>

const usualGrams = ({ weightGrams, maxGrams }: Offer) => ({
  least: Math.round(weightGrams * LEAST_SHARE),
  most: maxGrams ?? weightGrams * 2,
})

/** A label with a weight that the offer never has is misprinted, so its pack goes on the scale. */
function labelGrams(offer: Offer, { netGrams }: PackageCode): number | null {
  const { least, most } = usualGrams(offer)
  return netGrams !== null && netGrams >= least && netGrams <= most ? netGrams : null
}

/** A weight that the offer never has is asked for twice. */
function netWeight(offer: Offer, { grossGrams, netGrams, isConfirmed, firstGrams }: Weighing): NetWeight {
  const grams = netGrams ?? (grossGrams === null ? 0 : grossGrams - offer.tareGrams)
  if (grams <= 0 || grams > MAX_GRAMS) return { ok: false, code: 'no_weight' }
  const { least, most } = usualGrams(offer)
  const isSame = isConfirmed && Math.abs(grams - (firstGrams ?? grams)) <= SAME_GRAMS
  if (!isSame && (grams < least || grams > most))
    return { ok: false, code: 'weigh_again', grams, least, most }
  return { ok: true, grams }
}
