import type { Weekday } from '#src/day.ts'

const MONDAY_TO_THURSDAY: Weekday[] = [1, 2, 3, 4]
const MONDAY_TO_FRIDAY: Weekday[] = [...MONDAY_TO_THURSDAY, 5]

/** From these three, most of the lower 48 states are one or two days away by truck. */
export const CENTERS = [
  {
    id: 1,
    slug: 'truckee-meadows',
    name: 'Truckee Meadows',
    street: '1200 Edison Way',
    city: 'Reno',
    postalCode: '89502',
    state: 'NV',
    zone: 'America/Los_Angeles',
    shipWeekdays: MONDAY_TO_FRIDAY,
    dailyCapacity: 500,
  },
  {
    id: 2,
    slug: 'cumberland-valley',
    name: 'Cumberland Valley',
    street: '45 Distribution Dr',
    city: 'Carlisle',
    postalCode: '17013',
    state: 'PA',
    zone: 'America/New_York',
    shipWeekdays: MONDAY_TO_FRIDAY,
    dailyCapacity: 500,
  },
  {
    id: 3,
    slug: 'ozark-plateau',
    name: 'Ozark Plateau',
    street: '2300 N Packer Rd',
    city: 'Springfield',
    postalCode: '65803',
    state: 'MO',
    zone: 'America/Chicago',
    shipWeekdays: MONDAY_TO_THURSDAY,
    dailyCapacity: 500,
  },
]
