/** The row id in a path's parameter; 0, which no row has, for anything that is no number. */
export const rowId = (typed = ''): number => (/^\d{1,15}$/.test(typed) ? Number(typed) : 0)
