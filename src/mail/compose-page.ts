import { brandMark } from './brand-marks.ts'
import { escapeHtml } from './escape-html.ts'

/** The detail is a quieter line below the label. */
export type EmailRow = readonly [label: string, value: string, detail?: string]

/** Parts of an email, in reading order; a string is a paragraph. */
export type EmailPart =
  | string
  | { kind: 'code'; code: string }
  | { kind: 'link'; label: string; url: string }
  /** Totals appear below the facts. */
  | { kind: 'facts'; facts: readonly EmailRow[]; totals?: readonly EmailRow[] }

/** Renders an email as HTML: inline styles and tables for all mail programs, classes for those with dark mode. */
export const composePage = (title: string, parts: readonly EmailPart[]): string => {
  const first = parts.find((part) => typeof part !== 'string' && part.kind === 'link')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f4f1ea">
<div role="main"><table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f4f1ea"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;text-align:left">
<tr><td style="padding:16px 28px;border-radius:6px 6px 0 0;background-color:${brandMark('header')};color:#f5f3ee;font:600 20px/1.4 ${sans}">${brandMark('sign')}</td></tr>
<tr><td class="paper" style="padding:28px;border-radius:0 0 6px 6px;background-color:#ffffff;color:#1b231f;font:16px/1.5 ${sans}">
${parts.map((part) => htmlOf(part, part === first)).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 28px;color:#5d6059;font:13px/1.5 ${sans}">${brandMark('foot')}</td></tr>
</table>
</td></tr></table></div>
</body>
</html>`
}

const sans = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const styles = `
:root { color-scheme: light dark; }
a { overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
.ground { background-color: #121917 !important; }
.paper { background-color: #18201d !important; color: #dbe3df !important; }
.quiet { color: #9daaa4 !important; }
.line { border-color: #3a4742 !important; }
.link { color: ${brandMark('inDark')} !important; }
.button { border-color: ${brandMark('inDark')} !important; }
}
`

const htmlOf = (part: EmailPart, isButton: boolean): string => {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeHtml(part)}</p>`
  switch (part.kind) {
    case 'code':
      return `<p style="margin:0 0 16px;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(part.code)}</p>`
    case 'link':
      return `<p style="margin:0 0 16px">${isButton ? buttonOf(part) : linkOf(part)}</p>`
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${[
        ...part.facts.map((fact) => rowOf(fact, part.totals ? 'right' : 'left')),
        ...(part.totals ?? []).map(totalOf),
      ].join('')}</table>`
  }
}

interface Link {
  label: string
  url: string
}

/** The one call to action of an email. */
const buttonOf = ({ label, url }: Link): string =>
  `<a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:11px 22px;border:1px solid ${brandMark('strong')};border-radius:4px;background-color:${brandMark('strong')};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`

const linkOf = ({ label, url }: Link): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${brandMark('strong')}">${escapeHtml(label)}</a>`

const rowOf = ([label, value, detail]: EmailRow, align: 'left' | 'right'): string =>
  align === 'left'
    ? `<tr><td class="quiet" width="34%" valign="top" style="padding:3px 16px 3px 0;color:#5d6059">${escapeHtml(label)}</td><td valign="top" style="padding:3px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`
    : `<tr><td class="line" valign="top" style="padding:7px 16px 7px 0;border-bottom:1px solid #e4dfd3">${escapeHtml(label)}${detail ? detailOf(detail) : ''}</td><td class="line" align="right" valign="top" style="padding:7px 0;border-bottom:1px solid #e4dfd3;white-space:nowrap">${escapeHtml(value)}</td></tr>`

const detailOf = (detail: string): string =>
  `<br><span class="quiet" style="color:#5d6059;font-size:14px">${escapeHtml(detail)}</span>`

const totalOf = ([label, value]: EmailRow): string =>
  `<tr><td style="padding:9px 16px 0 0;font-weight:600">${escapeHtml(label)}</td><td align="right" style="padding:9px 0 0;font-weight:600;white-space:nowrap">${escapeHtml(value)}</td></tr>`
