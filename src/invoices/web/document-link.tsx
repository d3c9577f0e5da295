import { FileDown } from 'lucide-react'
import styles from './document-link.module.css'
import { documentAddress } from './hooks.ts'

/** A plain link: the tab that it opens asks by its own cookie, and shows what happens until the document is there. */
export function DocumentLink({ id }: { id: string }) {
  return (
    <a
      className={styles.link}
      href={documentAddress(id)}
      target="_blank"
      rel="noopener"
      aria-label={`Download PDF of invoice ${id} (opens in a new tab)`}
    >
      <FileDown size={14} aria-hidden />
      Download PDF
    </a>
  )
}
