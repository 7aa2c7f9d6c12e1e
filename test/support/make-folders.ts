/** A process that makes many folders as soon as `go` exists: `make-folders.ts <root> <count>`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#src/config/folder.ts'

const [root = '', count = ''] = process.argv.slice(2)
process.stdout.write('waiting\n')
while (!existsSync(join(root, 'go'))) await new Promise(setImmediate)
for (let index = 0; index < Number(count); index++) makeFolder(join(root, String(index), 'a', 'b', 'c'))
