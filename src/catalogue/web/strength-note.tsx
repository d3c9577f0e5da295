import styles from './strength-note.module.css'

/** How a product's strength differs from the one that was searched for; nothing of one that has it. */
export function StrengthNote({ note }: { note: string | undefined }) {
  return note ? <span className={styles.note}>{note}</span> : null
}
