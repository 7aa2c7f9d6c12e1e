import type { Report, Table } from './report.ts'

/** A self-contained page. */
export const pageOfReport = ({ title, heads, notes, tables }: Report): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${heads.map((head) => `<p class="head">${escaped(head)}</p>`).join('\n')}
${tables.map(tableHtml).join('\n')}
<ul>${notes.map((note) => `<li>${escaped(note)}</li>`).join('')}</ul>
</body>
</html>
`

const tableHtml = ({ title, columns, lines }: Table) => `<h2>${escaped(title)}</h2>
<div class="wide"><table>
<thead><tr>${columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('')}</tr></thead>
<tbody>
${lines.map(lineHtml).join('\n')}
</tbody>
</table></div>`

const lineHtml = ([name = '', ...cells]: string[]) =>
  `<tr><th scope="row">${escaped(name)}</th>${cells.map(cellHtml).join('')}</tr>`

const cellHtml = (cell: string) => `<td${classOf(cell)}>${escaped(cell)}</td>`

function classOf(cell: string): string {
  if (cell === 'MISSED') return ' class="missed"'
  return cell === 'reached' || cell === 'goal' ? ' class="reached"' : ''
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --quiet: #777; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 90rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.head { margin: 0; color: var(--quiet); white-space: pre-wrap; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
thead th { font-weight: 600; font-size: .8rem; color: var(--quiet); vertical-align: bottom; }
tbody th { text-align: left; font-weight: 400; }
tbody tr:hover { background: #8881; }
.missed { color: #c0392b; font-weight: 600; } .reached { color: #1e8449; font-weight: 600; }
ul { color: var(--quiet); padding-left: 1.2rem; margin-top: 2rem; }
`
