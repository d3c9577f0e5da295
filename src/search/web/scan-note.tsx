import { readScan, scanNote } from '#shared/read-scan.ts'
import styles from './search-page.module.css'

interface Props {
  query: string
  /** Slugs of the products found. */
  found: readonly string[]
}

/** Explains how a package code was read if its quantity or digits may mislead. */
export function ScanNote({ query, found }: Props) {
  const scan = readScan(query)
  const note = scan ? scanNote(scan, found) : ''
  return note && <p className={styles.remark}>{note}</p>
}
