import { Button } from '@mantine/core'
import { Download, Upload } from 'lucide-react'
import { download } from '#web/download.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import styles from '#web/form/form.module.css'
import { useIsReadOnly } from '#web/read-only.ts'

interface Props {
  /** API path and file name of the CSV export. */
  address: string
  name: string
  /** The same export as an Excel file, if available. */
  workbook?: { address: string; name: string }
  /** Where an import sets the prices: for this product, customer or price list. */
  about?: { product: string } | { customer: string } | { list: string }
  isDirty?: boolean
}

/** Export and import of prices. */
export function PriceFileTools({ address, name, workbook, about, isDirty = false }: Props) {
  const isReadOnly = useIsReadOnly()
  return (
    <div className={styles.actions}>
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
      {about && !isReadOnly && (
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
