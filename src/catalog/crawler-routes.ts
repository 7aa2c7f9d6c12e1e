import { Hono } from 'hono'
import { videos } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { bundleTeasers } from './bundles.ts'
import { productSlugs } from './products.ts'
import { categories, listFarms } from './queries.ts'

const MAX_FARMS = 2_000

export const crawlerRoutes = new Hono<AppEnv>()

crawlerRoutes.get(paths.robots.pattern, (c) => {
  const { appUrl } = c.var.services.config
  const disallowed = [
    paths.cart(),
    paths.startCheckout(),
    '/order/',
    '/v1/',
    '/join_wait_list/',
    paths.outbox(),
  ]
  return c.text(
    [
      'User-agent: *',
      ...disallowed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${appUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  )
})

crawlerRoutes.get(paths.sitemap.pattern, (c) => {
  const { config, db } = c.var.services
  const pages = [
    paths.home(),
    paths.shop(),
    paths.giftCards(),
    ...(bundleTeasers(db).length > 0 ? [paths.firstBox()] : []),
    paths.corporateGifting(),
    paths.about(),
    paths.howItWorks(),
    paths.faq(),
    paths.shipping(),
    paths.contact(),
    paths.accessibility(),
    paths.terms(),
    paths.privacy(),
    ...categories(db).map((category) => paths.category(category.slug)),
    paths.shopFarms(),
    paths.videos(),
    ...db
      .select({ uri: videos.uri })
      .from(videos)
      .all()
      .map(({ uri }) => paths.video(uri)),
    ...listFarms(db, MAX_FARMS).map((farm) => paths.farm(farm.slug)),
    ...productSlugs(db).map((slug) => paths.product(slug)),
  ]
  const lines = pages.map((path) => `<url><loc>${config.appUrl}${encodeURI(path)}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</urlset>
`
  return c.body(xml, 200, { 'Content-Type': 'application/xml; charset=utf-8' })
})
