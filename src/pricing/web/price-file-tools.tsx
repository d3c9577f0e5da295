import { Button } from '@mantine/core'
import { Download, Upload } from 'lucide-react'
import { download } from '#web/download.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import styles from './prices.module.css'

interface Props {
  /** Where the file of all prices is, and what it is saved as. */
  address: string
  name: string
  /** The same as a workbook, where there is one. */
  workbook?: { address: string; name: string }
  /** Whose prices an import sets: of this product, of this customer, or of this list. */
  about?: { product: string } | { customer: string } | { list: string }
  isDirty?: boolean
}

/** The prices of a product or a customer as a file and from a file. */
export function PriceFileTools({ address, name, workbook, about, isDirty = false }: Props) {
  return (
    <div className={styles.tools}>
      <Button
        size="xs"
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        onClick={() => void download(address, name)}
      >
        Download CSV
      </Button>
      {workbook && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => void download(workbook.address, workbook.name)}
        >
          Download Excel
        </Button>
      )}
      {about && (
        <ButtonLink
          size="xs"
          variant="default"
          to="/admin/imports"
          search={{ begin: 'list' in about ? 'list' : 'prices', ...about }}
          disabled={isDirty}
          leftSection={<Upload size={14} aria-hidden />}
        >
          Import file
        </ButtonLink>
      )}
      {isDirty && <p className={styles.note}>Click Update first.</p>}
    </div>
  )
}
