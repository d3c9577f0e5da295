import { brandMark } from './brand-marks.ts'
import { composePage, type EmailPart } from './compose-page.ts'

/** An email ready to be queued; the text part says the same as the HTML. */
export interface EmailMessage {
  to: string
  subject: string
  html: string
  text: string
  /** True of one that somebody sits and waits for: it goes before the others. */
  isAwaited?: boolean
}

interface Composed {
  to: string
  subject: string
  parts: readonly EmailPart[]
  isAwaited?: boolean
}

/**
 * Builds both parts of an email from the same words; everything that is not ours is escaped, subjects stay on one line.
 * The brand is filled in when it is sent.
 */
export const composeEmail = ({ to, subject, parts, isAwaited = false }: Composed): EmailMessage => ({
  to,
  isAwaited,
  subject: subject.replaceAll(/[\r\n]+/g, ' ').slice(0, 200),
  html: composePage(subject, parts),
  text: `${parts.map(textOf).join('\n\n')}\n\n-- \n${brandMark('name')}\n`,
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
      // A fact of several lines does not look like several facts.
      return [...part.facts, ...(part.totals ?? [])]
        .map(([label, value]) => `${label}: ${String(value).replaceAll('\n', '\n  ')}`)
        .join('\n')
  }
}
