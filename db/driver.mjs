import { createRequire } from 'node:module'

const [major] = process.versions.node.split('.').map(Number)

/** better-sqlite3 13 crashes on Node 20, which uses version 12, compiled during setup. */
export const DRIVER_PACKAGE = major >= 22 ? 'better-sqlite3' : 'better-sqlite3-node20'

/** @type {typeof import('better-sqlite3')} */
export const Database = createRequire(import.meta.url)(DRIVER_PACKAGE)
