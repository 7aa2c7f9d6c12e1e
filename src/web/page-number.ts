/** Past the last page of any list. */
const NO_PAGE = 1_000_000

/** The page of a list that an address asks for. */
export const pageNumber = ({ page = '1' }: Record<string, string | undefined>): number =>
  /^[1-9]\d{0,4}$/.test(page) ? Number(page) : NO_PAGE
