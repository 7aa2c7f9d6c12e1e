import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { exactPounds } from '../money.ts'
import { lotProblemWords } from '../stock/lot-rules.ts'
import type { PackingRefusal } from './packing-box.ts'
import { recalledWords } from './recalled-words.ts'
import { BOX_STATUSES, boxRefusalWords } from './refusal-words.ts'

type Words = { status: ContentfulStatusCode; title: string; message: string }

/** A few words to see from afar, and a sentence. */
export function packingWords(refusal: PackingRefusal): Words {
  switch (refusal.code) {
    case 'packed':
      return {
        status: 409,
        title: 'Already packed',
        message: refusal.by
          ? `${refusal.by} packed box ${refusal.identifier}. ${NOTHING}`
          : `Box ${refusal.identifier} is packed. ${NOTHING}`,
      }
    case 'unknown_barcode':
      return {
        status: 404,
        title: 'Unknown code',
        message: `Nothing here has the barcode "${refusal.barcode.slice(0, 60)}". ${NOTHING}`,
      }
    case 'scanned_before':
      return {
        status: 409,
        title: 'Scanned before',
        message: `This pack is already in box ${refusal.identifier}. ${NOTHING}`,
      }
    case 'wrong_item':
      return { status: 422, title: 'Wrong item', message: `${haveAndNeed(refusal)} ${NOTHING}` }
    case 'wrong_lot':
      return {
        status: 422,
        title: 'Wrong lot',
        message: `Lot ${refusal.have} ${refusal.why}.${refusal.need.length > 0 ? ` The box needs lot ${refusal.need.join(' or ')}.` : ''} ${NOTHING}`,
      }
    case 'which_lot':
      return {
        status: 422,
        title: 'Which lot?',
        message: `Lot ${refusal.have} ${refusal.why}. Read the lot on the pack, and put it aside if it’s ${refusal.have}.`,
      }
    case 'lot_in_box':
      return {
        status: 409,
        title: 'Take a pack out',
        message: `Lot ${refusal.lot} ${lotProblemWords(refusal.problem)}. Take its packs out of the box, then scan others. ${NOTHING}`,
      }
    case 'recalled':
      return {
        status: 409,
        title: 'Don’t pack this box',
        message: `${recalledWords(refusal.lots)} ${NOTHING}`,
      }
    case 'not_on_books':
      return {
        status: 422,
        title: 'Not on the books',
        message: `The books have no pack that this box may have. Count the shelf first. ${NOTHING}`,
      }
    case 'not_in_box':
      return {
        status: 404,
        title: 'Not in this box',
        message: `The pack "${refusal.packageId.slice(0, 60)}" isn’t in box ${refusal.identifier}. ${NOTHING}`,
      }
    case 'too_many':
      return { status: 422, title: 'Enough of these', message: `${haveAndNeed(refusal)} ${NOTHING}` }
    case 'no_weight':
      return {
        status: 422,
        title: 'No weight',
        message: `A pack weighs more than its packaging, and at most 100 kg. ${NOTHING}`,
      }
    case 'weigh_again':
      return {
        status: 422,
        title: 'Weigh it again',
        message: `${refusal.grams} g (${exactPounds(refusal.grams)} lb) is unusual: this item weighs ${refusal.least} to ${refusal.most} g. ${NOTHING}`,
      }
    case 'old_slip':
      return {
        status: 409,
        title: 'Old slip',
        message: `Order ${refusal.identifier} changed after this slip was printed. Print a new one. ${NOTHING}`,
      }
    case 'not_that_many':
      return {
        status: 422,
        title: 'Not that many',
        message: `${leftToPack(refusal.have)} ${NOTHING}`,
      }
    case 'only_item':
      return {
        status: 409,
        title: 'Nothing would be left',
        message: `There’s nothing else in this box. Take the box out of the wave and ask the staff to cancel the order. ${NOTHING}`,
      }
    default:
      return { status: BOX_STATUSES[refusal.code], title: 'Stop', message: boxRefusalWords(refusal) }
  }
}

const NOTHING = 'Nothing was changed.'

const leftToPack = (have: number) =>
  have === 0
    ? 'Every pack of that item is in the box already.'
    : `Only ${have === 1 ? '1 pack' : `${have} packs`} of that item ${have === 1 ? 'is' : 'are'} left to pack.`

const haveAndNeed = ({ have, need }: { have: string; need: string[] }) =>
  need.length === 0
    ? `You have ${have}. Nothing more is needed.`
    : `You have ${have}. The box needs ${need.slice(0, 3).join('; ')}.`
