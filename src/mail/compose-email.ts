import { escapeHtml } from './escape-html.ts'

/** An email ready to be queued; the text part says the same as the HTML. */
export interface EmailMessage {
  to: string
  subject: string
  html: string
  text: string
  /** True of one that somebody sits and waits for: it goes before the others. */
  isAwaited?: boolean
}

/** Parts of an email in reading order. */
export type EmailPart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }

interface Composed {
  to: string
  subject: string
  parts: readonly EmailPart[]
  isAwaited?: boolean
}

/** Builds both parts of an email from the same words; everything that is not ours is escaped, subjects stay on one line. */
export const composeEmail = ({ to, subject, parts, isAwaited = false }: Composed): EmailMessage => ({
  to,
  isAwaited,
  subject: subject.replaceAll(/[\r\n]+/g, ' ').slice(0, 200),
  html: page(subject, parts.map(htmlOf).join('\n')),
  text: `${parts.map(textOf).join('\n\n')}\n\n-- \nApotheca\n`,
})

const textOf = (part: EmailPart): string => {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return `    ${part.code}`
    case 'link':
      return `${part.label}:\n${part.url}`
    case 'facts':
      return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  }
}

const htmlOf = (part: EmailPart): string => {
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(part.text)}</p>`
    case 'code':
      return `<p style="margin:0 0 16px;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(part.code)}</p>`
    case 'link':
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.url)}" style="color:#0b5c53">${escapeHtml(part.label)}</a></p>`
    case 'facts':
      return `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${part.facts
        .map(
          ([label, value]) =>
            `<tr><td style="padding:2px 16px 2px 0;color:#54615f">${escapeHtml(label)}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`
  }
}

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f3;color:#17211f;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe4e1;border-radius:6px">
<p style="margin:0 0 24px;font-weight:600;color:#0b5c53">Apotheca</p>
${content}
</main>
</body>
</html>`
