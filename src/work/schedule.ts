import { openEarlyAccess } from '../catalog/early-access.ts'
import { keepSearches } from '../catalog/search/search-marks.ts'
import { tellWaitList } from '../catalog/wait-list-rounds.ts'
import { postOrders } from '../farm-money/post.ts'
import { endLapsedBadges } from '../farms/lapsed-badges.ts'
import { tendFarmNews } from '../farms/news-mails.tsx'
import { removeOldExports } from '../fulfillment/export-file.ts'
import { tendMemberships } from '../membership/tend.ts'
import { clampHolds } from '../orders/clamp-holds.ts'
import { takeEndingHolds } from '../payments/held-money.ts'
import { checkLedgers } from '../payments/ledger-check.ts'
import { readProviderLedger } from '../payments/read-provider-ledger.ts'
import { expireHolds, measureSilence, reconcilePayments } from '../payments/reconcile.ts'
import { reconcileRefunds } from '../payments/reconcile-refunds.ts'
import { tendReferrals } from '../referrals/tend.ts'
import { checkSums } from '../reports/check-sums.ts'
import { keepSums } from '../reports/keep-sums.ts'
import type { Services } from '../services.ts'
import { followParcels } from '../shipping/follow-parcels.ts'
import { collectOldFiles } from '../staff/catalog/pictures/collect-pictures.ts'
import { checkTrail } from '../staff/check-trail.ts'
import { placePaidGifts } from '../staff/corporate-gifts/place-boxes.ts'
import { returnRests } from '../staff/corporate-gifts/return-rest.ts'
import { remindOwner } from '../staff/mails.tsx'
import { expireLots } from '../stock/lot-withdrawal.ts'
import { keepHolding } from '../weather/alert-jobs.ts'
import { backUpNightly } from './nightly-backup.ts'
import { endWhatIsOld } from './retention.ts'
import { type ScheduledTask, startScheduler } from './scheduler.ts'

/** Recurring work, by the machine's clock. Work that falls due by the shop clock is a job. */
export const TASKS: readonly ScheduledTask[] = [
  {
    name: 'reconcile payments',
    pattern: '0 * * * * *',
    atStart: true,
    isOutward: true,
    run: reconcilePayments,
  },
  {
    name: 'reconcile refunds',
    pattern: '41 * * * *',
    atStart: true,
    isOutward: true,
    run: reconcileRefunds,
  },
  {
    name: 'read the provider’s ledger',
    pattern: '14 * * * *',
    isOutward: true,
    run: readProviderLedger,
  },
  { name: 'measure silence', pattern: '45 * * * * *', inEachProcess: true, run: measureSilence },
  { name: 'expire holds', pattern: '*/30 * * * * *', atStart: true, isOutward: true, run: expireHolds },
  {
    name: 'take ending holds',
    pattern: '50 * * * * *',
    atStart: true,
    isOutward: true,
    run: takeEndingHolds,
  },
  { name: 'expire lots', pattern: '5 * * * * *', atStart: true, run: expireLots },
  { name: 'tend memberships', pattern: '20 * * * * *', atStart: true, isOutward: true, run: tendMemberships },
  { name: 'open early access', pattern: '10 * * * * *', atStart: true, run: openEarlyAccess },
  { name: 'tend referrals', pattern: '35 * * * * *', atStart: true, run: tendReferrals },
  { name: 'place paid gifts', pattern: '*/10 * * * * *', atStart: true, run: placePaidGifts },
  { name: 'return gifts’ rests', pattern: '29 * * * *', isOutward: true, run: returnRests },
  { name: 'clamp holds', pattern: '*/30 * * * * *', atStart: true, run: clampHolds },
  { name: 'keep searches', pattern: '*/20 * * * * *', inEachProcess: true, run: keepSearches },
  { name: 'tell the wait list', pattern: '11 */2 * * *', run: tellWaitList },
  { name: 'tend farm news', pattern: '52 */10 * * * *', atStart: true, run: tendFarmNews },
  { name: 'end lapsed badges', pattern: '55 */10 * * * *', atStart: true, run: endLapsedBadges },
  { name: 'hold for weather', pattern: '*/5 * * * *', run: keepHolding },
  { name: 'follow parcels', pattern: '27 * * * *', isOutward: true, run: followParcels },
  { name: 'post orders', pattern: '50 * * * * *', atStart: true, run: postOrders },
  { name: 'check ledgers', pattern: '30 3 * * *', run: checkLedgers },
  { name: 'keep the sums', pattern: '50 * * * * *', atStart: true, run: keepSums },
  { name: 'check the sums', pattern: '45 3 * * *', run: checkSums },
  { name: 'check the audit trail', pattern: '40 3 * * *', run: checkTrail },
  { name: 'back up', pattern: '7 * * * *', run: (services) => backUpNightly(services) },
  { name: 'remind the owner', pattern: '*/10 * * * *', atStart: true, run: remindOwner },
  { name: 'remove old exports', pattern: '23 * * * *', run: removeOldExports },
  { name: 'collect pictures', pattern: '29 4 * * *', run: collectOldFiles },
  { name: 'end what is old', pattern: '17 * * * *', run: endWhatIsOld },
]

export const startSchedule = (services: Services) => startScheduler(services, TASKS)
