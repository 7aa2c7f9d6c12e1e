import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'
import type { Counts } from '#src/staff/overview.ts'
import { type DeskEntry, DeskFrame } from '../page/desk-frame.tsx'

export type DeskPage = 'today' | 'flags' | 'claims' | 'members' | 'jobs' | 'data_requests'

type DeskProps = { current: DeskPage; counts: Counts; userName: string; children?: Child }

export const Desk = ({ current, counts, userName, children }: DeskProps) => (
  <DeskFrame home={paths.staff()} entries={entries(current, counts)} userName={userName}>
    {children}
  </DeskFrame>
)

const entries = (current: DeskPage, { flags, claims, failedJobs, dataRequests }: Counts): DeskEntry[] => [
  { title: 'Today', path: paths.staff(), icon: 'today', count: 0, isCurrent: current === 'today' },
  { title: 'Flags', path: paths.flags(), icon: 'flag', count: flags, isCurrent: current === 'flags' },
  {
    title: 'Claims',
    path: paths.staffClaims(),
    icon: 'camera',
    count: claims,
    isCurrent: current === 'claims',
  },
  {
    title: 'Members',
    path: paths.staffMembers(),
    icon: 'account',
    count: 0,
    isCurrent: current === 'members',
  },
  { title: 'Jobs', path: paths.staffJobs(), icon: 'again', count: failedJobs, isCurrent: current === 'jobs' },
  {
    title: 'Data requests',
    path: paths.dataRequests(),
    icon: 'account',
    count: dataRequests,
    isCurrent: current === 'data_requests',
  },
]
