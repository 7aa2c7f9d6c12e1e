/** `npm start`: sets up what is missing, then becomes the server (the same process, so that stopping npm stops it). */
import { pathToFileURL } from 'node:url'
import { setUp } from './setup.mjs'

await setUp()
await import(pathToFileURL('.build/server.js').href)
