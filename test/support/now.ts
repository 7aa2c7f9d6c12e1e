/** Friday, ten in the morning where the first center packs: before its cut-off, six days before Thanksgiving. */
export const NOW = Date.parse('2026-11-20T10:00:00-08:00')
