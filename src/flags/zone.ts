/** Where the back office is, whichever center packs. */
export const ZONE = 'America/New_York'
