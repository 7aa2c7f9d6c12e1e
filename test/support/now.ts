import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'

/** Friday at 10 a.m. at the first center: before its cutoff, six days before Thanksgiving. */
export const NOW = Date.parse('2026-11-20T10:00:00-08:00')

/** The day of `NOW`, which the shop's clock shows whatever the real date is. */
export const TODAY = dayIn(SHOP_ZONE, NOW)
