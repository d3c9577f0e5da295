import { brandMark } from './brand-marks.ts'
import { composePage, type EmailPart } from './compose-page.ts'

/** An email ready to be queued; both parts have the same content. */
export interface EmailMessage {
  to: string
  subject: string
  html: string
  text: string
  /** A user is waiting for it, for example for a code, so it is sent before other emails. */
  isAwaited?: boolean
}

interface Composed {
  to: string
  subject: string
  parts: readonly EmailPart[]
  isAwaited?: boolean
}

/** Both parts of an email from the same content: input escaped, subject on one line, brand filled in on sending. */
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
      // Indents further lines of a value, so that they don't look like separate facts.
      return [...part.facts, ...(part.totals ?? [])]
        .map(([label, value]) => `${label}: ${String(value).replaceAll('\n', '\n  ')}`)
        .join('\n')
  }
}
