/** Checks the version of Node and installs missing packages, for commands that run from the source. */
import './node-version.mjs'
import { installPackages } from './setup.mjs'

await installPackages()
