import { createRequire } from 'node:module'

const [major] = process.versions.node.split('.').map(Number)

/**
 * The one door to the SQLite driver. better-sqlite3 13 brings ready binaries for Node 22 and newer, and crashes on
 * Node 20, which runs version 12 instead; set-up compiles that one, and only there.
 */
export const DRIVER_PACKAGE = major >= 22 ? 'better-sqlite3' : 'better-sqlite3-node20'

/** @type {typeof import('better-sqlite3')} */
export const Database = createRequire(import.meta.url)(DRIVER_PACKAGE)
