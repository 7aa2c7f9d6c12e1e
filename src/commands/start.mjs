/** `npm start`: sets up what is missing, then becomes the server (the same process, so that stopping npm stops it). */
import './node-version.mjs'
import { pathToFileURL } from 'node:url'
import { readOptions } from './options.mjs'
import { setUp } from './setup.mjs'

readOptions({ new: { type: 'boolean' }, processes: { type: 'string' } })
await setUp()
await import(pathToFileURL('.build/server.js').href)
