import type { ShipmentNotice } from '#db/schema/index.ts'
import { type Day, formatDay } from '#src/day.ts'
import { exactPounds } from '#src/money.ts'
import { cityLine } from '#src/postal/place.ts'
import { type PackFacts, type PlacedOrder, packsIn, packWords } from '../orders/placed-order.ts'
import { composeEmail, type Store } from './mail-layout.tsx'
import { ownLine } from './mail-table.tsx'
import type { Mail } from './receipt.tsx'

export type ShipmentMail = {
  notice: Pick<ShipmentNotice, 'word' | 'promisedOn' | 'expectedOn'>
  order: PlacedOrder
  /** The city of the packing house. */
  from: string
  parcel: { carrier: string; code: string } | null
  /** The carrier has lost or given up the box. */
  wontCome: boolean
  /** Absolute, as the other link. */
  trackingUrl: string
  orderUrl: string
  /** Where to tell us that something is wrong. */
  claimUrl: string
  claimUntil: Day
  store: Store
}

type Words = { subject: string; title: string; paragraphs: string[]; after?: string[] }

export function shipmentMail(props: ShipmentMail): Mail {
  const { order, trackingUrl, orderUrl, claimUrl, store, notice } = props
  const { subject, ...words } =
    props.wontCome && notice.word === 'failed' ? GIVEN_UP : WORDS[notice.word](props)
  const isThere = notice.word === 'delivered'
  return composeEmail({
    ...words,
    subject: `${subject} (${order.identifier})`,
    link: isThere
      ? { label: 'See how to thaw it', url: `${trackingUrl}#thaw` }
      : { label: 'Track your box', url: trackingUrl },
    otherLink: isThere
      ? { label: 'Tell us what went wrong', url: claimUrl }
      : { label: `View order ${order.identifier}`, url: orderUrl },
    store,
  })
}

const SENT_AGAIN =
  'We’ll be in touch within a day to send you a new one or refund you in full. You can also call us now.'

const GIVEN_UP: Words = {
  subject: 'Your box won’t reach you',
  title: 'Your box won’t reach you',
  paragraphs: ['The carrier has told us that it can’t deliver your box anymore. We’re sorry.', SENT_AGAIN],
}

/** A box may go to an address in its center's own city. */
const arriveWords = (city: string, from: string) => (city === from ? 'arrive' : `be in ${city} on`)

const WORDS: Record<ShipmentNotice['word'], (props: ShipmentMail) => Words> = {
  shipped: ({ order, from, parcel, store }) => ({
    subject: `Your box is on its way, arriving ${formatDay(order.arrivesOn, 'short')}`,
    title: 'Your box is on its way',
    paragraphs: [
      `It left ${from} and should ${arriveWords(order.delivery.city, from)} ${formatDay(order.arrivesOn, 'long')}.`,
      `In your box: ${packsIn(order.lines).map(packed).join('; ')}.`,
      ...(parcel ? [`${parcel.carrier}, tracking code ${parcel.code}.`] : []),
      ...ownLine(store.words?.shipped),
    ],
    after: ['Make some room in your freezer. You don’t need to be home: the dry ice keeps it frozen.'],
  }),
  out_for_delivery: ({ order }) => ({
    subject: 'Your box is out for delivery',
    title: 'Your box is out for delivery',
    paragraphs: [
      `It’s on the van and comes to ${order.delivery.street1}, ${order.delivery.city} today.`,
      'You don’t need to sign for it. Put it in the freezer as soon as you can.',
    ],
  }),
  ready_for_pickup: ({ order }) => ({
    subject: 'Your box is ready for pickup',
    title: 'Your box is ready for pickup',
    paragraphs: [
      `The carrier is keeping it for you near ${order.delivery.city}. Please pick it up today, because the dry ice doesn’t last forever.`,
      'The tracking page says where it is. Bring an ID.',
    ],
  }),
  delivered: ({ order, claimUntil, store }) => ({
    subject: 'Your box is at your door',
    title: 'Your box is at your door',
    paragraphs: [
      `The carrier left it at ${order.delivery.street1}, ${cityLine(order.delivery)}. Open it today and put what you won’t cook this week in the freezer.`,
      'Don’t touch the dry ice. Leave the box open in an airy spot, and it’s gone by morning.',
      `Everything should be frozen hard or very cold. If it isn’t, or anything is missing, tell us by ${formatDay(claimUntil, 'long')} and we’ll make it right.`,
      ...ownLine(store.words?.delivered),
    ],
  }),
  delayed: ({ notice, order }) => ({
    subject: notice.expectedOn
      ? `Your box is late, now due ${formatDay(notice.expectedOn, 'short')}`
      : 'Your box is running late',
    title: 'Your box is running late',
    paragraphs: [
      `We’re sorry. It won’t make it by ${formatDay(notice.promisedOn ?? order.arrivesOn, 'long')}. ${
        notice.expectedOn
          ? `The carrier now expects it ${formatDay(notice.expectedOn, 'long')}.`
          : 'The carrier hasn’t named a new day yet; the tracking page will show it.'
      }`,
      'If anything arrives thawed, we’ll replace it or refund you. If you don’t want to wait, reply to this email and we’ll refund you in full.',
    ],
  }),
  failed: () => ({
    subject: 'We need your help with your box',
    title: 'The carrier couldn’t deliver your box',
    paragraphs: [
      'Please call us, and we’ll reach the driver. Often it’s a closed gate or a missing apartment number.',
      'If your box can’t be saved, we’ll send a new one or refund you in full.',
    ],
  }),
  returned: () => ({
    subject: 'Your box is coming back to us',
    title: 'Your box is coming back to us',
    paragraphs: ['The carrier couldn’t deliver it and is sending it back. We’re sorry.', SENT_AGAIN],
  }),
}

/** '2 × Grass-fed ribeye, 14 oz'; what was weighed says its real weight. */
const packed = (pack: PackFacts) =>
  pack.byWeight?.packedGrams ? `${pack.name}, ${exactPounds(pack.byWeight.packedGrams)} lb` : packWords(pack)
