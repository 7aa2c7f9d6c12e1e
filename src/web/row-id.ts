/** The row id in a path's parameter; 0, which no row has, for any other text: '07' isn't row 7. */
export const rowId = (typed = ''): number => (/^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : 0)
