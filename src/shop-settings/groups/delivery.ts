import { STATES } from '../../postal/states.ts'
import type { SettingGroup } from '../group.ts'
import { DEFAULT_ORDER_TERMS } from '../terms.ts'

const BOX_CENTS = 20_000
const DAILY_BOXES = 20_000

export const ordering: SettingGroup = {
  id: 'ordering',
  area: 'delivery',
  title: 'Minimum and free delivery',
  intro: 'All three count the items in a box, before discounts.',
  shows: 'The strip at the top of every page, the box, the checkout, and the pages about delivery and terms.',
  fields: {
    minimumCents: { kind: 'money', label: 'Order minimum' },
    freeFromCents: { kind: 'money', label: 'Free standard delivery from' },
    memberFreeFromCents: { kind: 'money', label: 'For members, free standard delivery from' },
  },
  origin: () => DEFAULT_ORDER_TERMS,
}

export const rates: SettingGroup = {
  id: 'rates',
  area: 'delivery',
  title: 'Delivery rates',
  intro: 'What delivery costs by days on the road, and what a faster day adds.',
  shows: 'The top of every page, the box, the checkout, and “Delivery and our guarantee”.',
  fields: {
    rows: {
      kind: 'rows',
      label: 'Rates',
      noun: 'rates',
      key: 'transitDays',
      max: 3,
      of: {
        transitDays: { kind: 'whole', label: 'Days on the road', min: 1, max: 3 },
        standardCents: { kind: 'money', label: 'Standard', max: BOX_CENTS },
        expeditedCents: { kind: 'money', label: 'A faster day adds', max: BOX_CENTS },
      },
    },
  },
  origin: null,
  isExample: true,
}

const ZONES = [
  ['America/New_York', 'Eastern'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Phoenix', 'Arizona'],
  ['America/Los_Angeles', 'Pacific'],
].map(([value = '', label = '']) => ({ value, label }))

export const centers: SettingGroup = {
  id: 'centers',
  area: 'delivery',
  title: 'Centers and ship days',
  intro:
    'Where boxes are packed, which weekdays they ship, how many ship each day, and the hour on the business day before after which an order can’t be placed or changed.',
  shows: 'The calendar at checkout and the first day on every page; tracking pages name the city.',
  fields: {
    rows: {
      kind: 'rows',
      label: 'Centers',
      noun: 'centers',
      key: 'name',
      max: 8,
      of: {
        id: { kind: 'text', label: 'Number', max: 6, hidden: true },
        name: { kind: 'text', label: 'Name', max: 60, required: true },
        street: { kind: 'text', label: 'Street', max: 80, required: true },
        city: { kind: 'text', label: 'City', max: 60, required: true },
        state: { kind: 'choice', label: 'State', options: stateOptions() },
        postalCode: {
          kind: 'text',
          label: 'ZIP code',
          max: 5,
          required: true,
          pattern: { regex: /^\d{5}$/, sentence: 'Please enter five digits.' },
        },
        zone: { kind: 'choice', label: 'Time zone', options: ZONES },
        shipWeekdays: { kind: 'weekdays', label: 'Ships on' },
        lockHour: { kind: 'whole', label: 'Cut-off hour, 0 to 23', min: 0, max: 23 },
        dailyCapacity: { kind: 'whole', label: 'Boxes per ship day', min: 0, max: DAILY_BOXES },
      },
    },
  },
  origin: null,
  isExample: true,
}

export const holidays: SettingGroup = {
  id: 'holidays',
  area: 'delivery',
  title: 'Holidays',
  intro:
    'Days the carrier is closed: nothing ships, travels or arrives. One per line: the date, then the name.',
  shows: 'The calendar at checkout.',
  fields: {
    days: {
      kind: 'long',
      label: 'Closed days, starting today',
      hint: 'Like 2026-12-25 Christmas Day.',
      max: 8_000,
      rows: 16,
    },
  },
  origin: null,
}

export const tax: SettingGroup = {
  id: 'tax',
  area: 'delivery',
  title: 'Sales tax',
  intro:
    'State sales tax on groceries, without local taxes. A state that isn’t listed has none. Have your tax adviser confirm each row.',
  shows: 'The checkout, from the next box on. Receipts name the amount.',
  fields: {
    rows: {
      kind: 'rows',
      label: 'States',
      noun: 'states',
      key: 'state',
      max: 40,
      of: {
        state: { kind: 'choice', label: 'State', options: [{ value: '', label: 'None' }, ...stateOptions()] },
        groceryRatePpm: { kind: 'percent', label: 'Percent on groceries' },
        taxesShipping: { kind: 'check', label: 'Taxes delivery too' },
        source: {
          kind: 'text',
          label: 'Source',
          hint: 'Where the rate comes from.',
          max: 200,
          required: true,
        },
      },
    },
  },
  origin: null,
  isExample: true,
}

function stateOptions() {
  return Object.entries(STATES).map(([value, label]) => ({ value, label }))
}
