import Database from 'better-sqlite3'

export { Database }
export const DRIVER_PACKAGE: string
