import type { Child } from 'hono/jsx'
import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { DeskLink } from '#src/accounts/other-desks.ts'
import { paths } from '#src/paths.ts'
import { type DeskEntry, DeskFrame } from '../page/desk-frame.tsx'

export type CenterPage =
  | 'today'
  | 'orders'
  | 'waves'
  | 'calendar'
  | 'weather'
  | 'receiving'
  | 'inventory'
  | 'recalls'

type CenterDeskProps = {
  center: FulfillmentCenter
  current: CenterPage
  /** Boxes that still have to leave. */
  boxesLeft: number
  userName: string
  otherDesks: DeskLink[]
  children?: Child
}

export const CenterDesk = ({
  center,
  current,
  boxesLeft,
  userName,
  otherDesks,
  children,
}: CenterDeskProps) => (
  <DeskFrame
    home={paths.center(center.slug)}
    place={{ name: center.name, where: `${center.city}, ${center.state}` }}
    entries={entries(center.slug, current, boxesLeft)}
    {...{ userName, otherDesks }}
  >
    {children}
  </DeskFrame>
)

const entries = (slug: string, current: CenterPage, boxesLeft: number): DeskEntry[] => [
  { title: 'Today', path: paths.center(slug), icon: 'today', count: 0, isCurrent: current === 'today' },
  {
    title: 'Orders',
    path: paths.centerOrders(slug),
    icon: 'box',
    count: boxesLeft,
    isCurrent: current === 'orders',
    isPressing: false,
  },
  { title: 'Waves', path: paths.waves(slug), icon: 'layers', count: 0, isCurrent: current === 'waves' },
  {
    title: 'Calendar',
    path: paths.centerCalendar(slug),
    icon: 'calendar',
    count: 0,
    isCurrent: current === 'calendar',
  },
  {
    title: 'Weather',
    path: paths.weatherAlerts(slug),
    icon: 'storm',
    count: 0,
    isCurrent: current === 'weather',
  },
  {
    title: 'Receiving',
    path: paths.receiving(slug),
    icon: 'truck',
    count: 0,
    isCurrent: current === 'receiving',
  },
  {
    title: 'Inventory',
    path: paths.centerInventory(slug),
    icon: 'barcode',
    count: 0,
    isCurrent: current === 'inventory',
  },
  { title: 'Recalls', path: paths.recalls(slug), icon: 'alert', count: 0, isCurrent: current === 'recalls' },
]
