import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE } from './kept-shops.ts'
import type { Report } from './report.ts'
import { pageOfReport } from './report-page.ts'
import { textOfReport } from './report-text.ts'

/** Writes the report as a page. @returns its text for the terminal, with the page's path */
export function writeReport(report: Report): string {
  const file = join(CACHE, 'report.html')
  writeFileSync(file, pageOfReport(report))
  return `${textOfReport(report)}\n\nAs a page: ${file}`
}
