import type { Child } from 'hono/jsx'
import type { DeskLink } from '#src/accounts/other-desks.ts'
import { paths } from '#src/paths.ts'
import type { Opening } from '#src/staff/first-run.ts'
import type { Counts } from '#src/staff/overview.ts'
import { type DeskEntry, DeskFrame } from '../page/desk-frame.tsx'
import type { IconName } from '../shared/icon.tsx'

export type DeskPage =
  | 'today'
  | 'orders'
  | 'drafts'
  | 'flags'
  | 'claims'
  | 'reviews'
  | 'catalog'
  | 'promotions'
  | 'members'
  | 'settings'
  | 'jobs'
  | 'data_requests'
  | 'customers'
  | 'people'
  | 'reports'
  | 'audit'
  | 'statements'
  | 'gifting'
  | 'stock'

type DeskProps = {
  current: DeskPage
  counts: Counts
  userName: string
  otherDesks: DeskLink[]
  /** Set until a new shop can sell. */
  opening: Opening | null
  children?: Child
}

export const Desk = ({ current, counts, userName, otherDesks, opening, children }: DeskProps) => (
  <DeskFrame home={paths.staff()} entries={entries(current, counts)} {...{ userName, otherDesks }}>
    {opening && <OpeningBar opening={opening} />}
    {children}
  </DeskFrame>
)

/** Leads through the first steps of a new shop, page by page. */
const OpeningBar = ({ opening: { next, left } }: { opening: Opening }) => (
  <p class="opening-bar">
    <a href={`${paths.staff()}#first_steps`}>
      {left === 1 ? 'One step' : `${left} steps`} until the shop can sell
    </a>
    <span class="opening-bar__next">
      Next: {next.path ? <a href={next.path}>{next.title}</a> : next.title}
    </span>
  </p>
)

/** The group of a menu entry; entries without a line are in 'The shop'. */
const GROUPS: Partial<Record<DeskPage, string>> = {
  today: 'Now',
  flags: 'Now',
  claims: 'Now',
  reviews: 'Now',
  stock: 'Now',
  customers: 'Customers',
  members: 'Customers',
  data_requests: 'Customers',
  statements: 'Money',
  settings: 'Administration',
  reports: 'Money',
  people: 'Administration',
  jobs: 'Administration',
  audit: 'Administration',
}

const entries = (
  current: DeskPage,
  { flags, claims, reviews, failedJobs, dataRequests }: Counts,
): DeskEntry[] => {
  const entry = (page: DeskPage, title: string, path: string, icon: IconName, count = 0): DeskEntry => ({
    title,
    path,
    icon,
    count,
    isCurrent: current === page,
    group: GROUPS[page] ?? 'The shop',
  })
  return [
    entry('today', 'Today', paths.staff(), 'today'),
    entry('orders', 'Orders', paths.staffOrders(), 'box'),
    entry('drafts', 'Drafts', paths.staffDrafts(), 'pencil'),
    entry('flags', 'Flags', paths.flags(), 'flag', flags),
    entry('claims', 'Claims', paths.staffClaims(), 'camera', claims),
    entry('reviews', 'Reviews', paths.staffReviews(), 'speech', reviews),
    entry('stock', 'Low stock', paths.staffStock(), 'box'),
    entry('customers', 'Customers', paths.staffCustomers(), 'account'),
    entry('members', 'Members', paths.staffMembers(), 'heart'),
    entry('data_requests', 'Data requests', paths.dataRequests(), 'lock', dataRequests),
    entry('gifting', 'Gifting', paths.staffGifting(), 'gift'),
    entry('catalog', 'Catalog', paths.staffCatalog(), 'leaf'),
    entry('promotions', 'Promotions', paths.staffPromotions(), 'gift'),
    entry('statements', 'Statements', paths.staffStatements(), 'money'),
    entry('reports', 'Reports', paths.staffReports(), 'chart'),
    entry('settings', 'Settings', paths.staffSettings(), 'pencil'),
    entry('people', 'People', paths.staffPeople(), 'door'),
    entry('jobs', 'Jobs', paths.staffJobs(), 'again', failedJobs),
    entry('audit', 'Audit', paths.staffAudit(), 'layers'),
  ]
}
