import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Database } from '#db/driver.mjs'
import { openRawShop } from './order-transaction.ts'
import { constantPage, drawPage, type Row } from './yardstick-page.ts'

/**
 * A separate process, `node yardstick.ts <port> <shop file> <scratch file>`: the baseline, what this machine and these
 * packages can do right now with next to nothing to do.
 */
const [port = '0', shopFile = '', scratchFile = ''] = process.argv.slice(2)

const shop = new Database(shopFile, { readonly: true })
const cards = shop.prepare(`
  select v.slug, v.name, v.badges, f.name as farm, f.state, o.token, o.label, o.serves,
         o.price_cents as priceCents, o.weight_grams as weightGrams, s.on_hand as onHand
  from varieties v join farms f on f.id = v.farm_id join offers o on o.variety_id = v.id and o.position = 0
  left join stock s on s.offer_id = o.id and s.fc_id = 1
  where v.hidden = 0 order by v.featured_rank, v.id limit 24`)
const lax = openRawShop(`${scratchFile}-normal`, 'NORMAL')
const durable = openRawShop(`${scratchFile}-full`, 'FULL')

const app = new Hono()
app.get('/constant', (c) => c.html(constantPage))
app.get('/query', (c) => c.html(drawPage(cards.all() as Row[])))
app.post('/order/normal', async (c) => c.json({ order: lax.place(), asked: await c.req.json() }))
app.post('/order/full', async (c) => c.json({ order: durable.place(), asked: await c.req.json() }))

const listener = getRequestListener(app.fetch)
const bytes = Buffer.from(constantPage)
const server = createServer((request, response) =>
  request.url === '/bare' ? response.end(bytes) : listener(request, response),
)
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
