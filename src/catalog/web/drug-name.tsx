import type { ReactNode } from 'react'
import { tallManOf } from '#shared/look-alikes.ts'
import { showName, splitAtStrengths } from '#shared/show-strengths.ts'
import text from '#web/ui/text.module.css'
import styles from './drug-name.module.css'

/**
 * A product name with tall-man lettering to distinguish look-alikes; screen readers get the plain name. Strengths
 * follow safe-notation rules, with the label's wording beside them if it differs.
 */
export function DrugName({ name, draw = keepStrengths }: { name: string; draw?: (shown: string) => ReactNode }) {
  const { shown, label } = showName(name)
  const raised = shown.replaceAll(/[a-z]+/gi, (word) => tallManOf(word) ?? word)
  return (
    <>
      {raised === shown ? (
        draw(shown)
      ) : (
        <>
          <span className={`${text.unseen} ${styles.unseen}`}>{shown}</span>
          <span aria-hidden="true">{draw(raised)}</span>
        </>
      )}
      {label && <small> label: {label}</small>}
    </>
  )
}

/** How the product's strength differs from the search; renders nothing if it matches. */
export function StrengthNote({ note }: { note: string | undefined }) {
  return note ? <strong style={look}>{note}</strong> : null
}

/** Inline because it is rare: a stylesheet would add to every first visit. */
const look = { display: 'block', color: 'var(--bad)', fontSize: '0.75rem', whiteSpace: 'normal' } as const

/** A strength stays on one line: a number apart from its unit is easily misread. */
const drawStrengths = (shown: string, Tag: 'b' | 'span'): ReactNode =>
  splitAtStrengths(shown).map((part, at) =>
    at % 2 === 1 ? (
      <Tag key={at} className={styles.strength}>
        {part}
      </Tag>
    ) : (
      part
    ),
  )

const keepStrengths = (shown: string): ReactNode => drawStrengths(shown, 'span')

/** Strengths in bold, for the `draw` of a name. */
export const emphasizeStrengths = (shown: string): ReactNode => drawStrengths(shown, 'b')
