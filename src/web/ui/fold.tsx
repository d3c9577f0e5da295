import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './fold.module.css'
import panel from './panel.module.css'

interface Props {
  title: string
  /** What the reader should know without opening it. */
  summary?: ReactNode
  /** As low as a button, for the actions of a page. */
  isSmall?: boolean
  /** Opens it, for fields within that have an error. */
  isNeeded?: boolean
  children: ReactNode
}

/** A panel that is closed until its heading is chosen; its content is not rendered before. */
export function Fold({ title, summary, isSmall = false, isNeeded = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isNeeded && details.current) details.current.open = true
  }, [isNeeded])
  return (
    <details
      ref={details}
      className={`${panel.surface} ${styles.fold}`}
      data-small={isSmall || undefined}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <h2 className={panel.heading}>{title}</h2>
        {summary}
      </summary>
      {isOpen && children}
    </details>
  )
}
