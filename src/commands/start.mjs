/** `npm start`: sets up what is missing, then becomes the server (the same process, so that stopping npm stops it). */
import './node-version.mjs'
import { pathToFileURL } from 'node:url'
import { setUp } from './setup.mjs'

await setUp()
process.setSourceMapsEnabled(true)
await import(pathToFileURL('.build/server.js').href)
