export const MAX_SHELF_LENGTH = 12

/** Capitals, such as 'B-14', so that one place has one name. */
export const shelfCode = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toUpperCase()
