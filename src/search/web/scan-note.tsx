import { readScan, scanNote } from '#shared/read-scan.ts'
import styles from './search-page.module.css'

interface Props {
  query: string
  /** Addresses of the products that were found. */
  found: readonly string[]
}

/** How a code on a box was read, where its quantity or its digits are not what they seem. */
export function ScanNote({ query, found }: Props) {
  const scan = readScan(query)
  const note = scan ? scanNote(scan, found) : ''
  return note && <p className={styles.remark}>{note}</p>
}
