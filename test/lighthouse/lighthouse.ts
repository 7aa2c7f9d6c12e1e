import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Scores from 0 to 100, times in milliseconds. */
export type Findings = {
  scores: { performance: number; accessibility: number; 'best-practices': number; seo: number }
  lcp: number
  tbt: number
  cls: number
  bytes: number
  /** The audits that lost points, in Lighthouse's words, with their locations. */
  remarks: string[]
}

/** The parts of Lighthouse's result that we read. Its own package file installs it only for `npm run lighthouse`. */
type Result = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    {
      id: string
      title: string
      score: number | null
      numericValue?: number
      displayValue?: string
      details?: { items?: unknown }
    }
  >
  runtimeError?: { message: string }
  finalDisplayedUrl: string
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const LIGHTHOUSE = new URL('./node_modules/lighthouse/core/index.js', import.meta.url).href

/** One Chromium for all pages; Lighthouse clears its storage before each. */
export async function openLighthouse(port: number) {
  const { default: lighthouse }: { default: Lighthouse } = await import(LIGHTHOUSE)
  const browser = await chromium.launch({
    executablePath:
      process.env.CHROMIUM ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  const session = await browser.newBrowserCDPSession()
  return {
    async lookAt(url: string, extraHeaders: Record<string, string> = {}): Promise<Findings> {
      await session.send('Storage.clearCookies') // cookies set by an earlier page would override the header
      const run = await lighthouse(url, {
        port,
        logLevel: 'error',
        extraHeaders,
        onlyCategories: [...CATEGORIES],
      })
      if (!run) throw new Error(`Lighthouse told nothing of ${url}`)
      const { runtimeError, finalDisplayedUrl } = run.lhr
      if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
      if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
      return findingsOf(run.lhr)
    },
    close: () => browser.close(),
  }
}

function findingsOf(lhr: Result): Findings {
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const figure = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    bytes: figure('total-byte-weight'),
    remarks: remarksOf(lhr),
  }
}

function remarksOf(lhr: Result): string[] {
  const weighed = new Set(
    Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    ),
  )
  return Object.values(lhr.audits)
    .filter(({ id, score }) => weighed.has(id) && score !== null && score < 0.9)
    .map(({ id, title, displayValue, details }) => {
      const places = details && 'items' in details ? JSON.stringify(details.items).slice(0, 600) : ''
      return [`${id}: ${title}`, displayValue, places].filter(Boolean).join(' · ')
    })
}
