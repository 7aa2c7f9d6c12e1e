/** Friday at 10 a.m. at the first center: before its cutoff, six days before Thanksgiving. */
export const NOW = Date.parse('2026-11-20T10:00:00-08:00')
