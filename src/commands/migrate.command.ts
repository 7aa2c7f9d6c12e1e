import { closeDatabase } from '#db/client.ts'
import { readConfig } from '../config/config.ts'
import { openShop } from './open-shop.ts'

/** `npm run migrate`: brings the database up to date, as every start does. */
closeDatabase(await openShop(readConfig(process.env)))
process.stdout.write('The database is up to date.\n')
