import { brandMark } from './brand-marks.ts'
import { composePage, type EmailPart, type EmailRow } from './compose-page.ts'

/** An email ready to be queued; both parts have the same content. */
export interface EmailMessage {
  to: string
  subject: string
  html: string
  text: string
  /** A user is waiting for it, for example for a code, so it is sent before other emails. */
  isAwaited?: boolean
}

/** A person is greeted. */
export interface Addressee {
  email: string
  name?: string
  /** An inactive applicant may have entered another person's address, so the name they typed is left out. */
  is_active?: boolean
}

type Optional<T> = T | '' | false | null | undefined

/** Both parts of an email from the same content: input escaped, subject on one line, brand filled in on sending. */
export const composeEmail = (
  to: string | Addressee,
  subject: string,
  content: readonly Optional<EmailPart>[],
): EmailMessage => {
  const parts = [typeof to !== 'string' && greeting(to), ...content].flatMap((part) => part || [])
  return {
    to: typeof to === 'string' ? to : to.email,
    subject: subject.replaceAll(/[\r\n]+/g, ' ').slice(0, 200),
    html: composePage(subject, parts),
    text: `${parts.map(textOf).join('\n\n')}\n\n-- \n${brandMark('name')}\n`,
  }
}

const greeting = ({ name, is_active = true }: Addressee): string => (name && is_active ? `Hello ${name},` : 'Hello,')

/** A link into the portal; left out where the operator has not configured its address. */
export const link = (publicUrl: string, label: string, path: string): Optional<EmailPart> =>
  publicUrl && { kind: 'link', label, url: `${publicUrl}${path}` }

/** A table of values, those that are known, with totals below it. */
export const facts = (rows: readonly Optional<EmailRow>[], totals?: readonly EmailRow[]): EmailPart => ({
  kind: 'facts',
  facts: rows.filter((row) => !!row),
  ...(totals && { totals }),
})

const textOf = (part: EmailPart): string => {
  if (typeof part === 'string') return part
  switch (part.kind) {
    case 'code':
      return `    ${part.code}`
    case 'link':
      return `${part.label}:\n${part.url}`
    case 'facts':
      // Indents further lines of a value, so that they don't look like separate facts.
      return [...part.facts, ...(part.totals ?? [])]
        .map(([label, value, detail]) =>
          [`${label}: ${value}`, detail ?? []].flat().join('\n').replaceAll('\n', '\n  '),
        )
        .join('\n')
  }
}
