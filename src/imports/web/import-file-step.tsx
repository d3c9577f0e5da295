import { Button, FileButton } from '@mantine/core'
import { FileSpreadsheet } from 'lucide-react'
import { DropZone } from './drop-zone.tsx'
import { importFields, type ImportOf } from '../import-fields.ts'
import styles from './import-dialog.module.css'
import { saveFile } from '#web/download.ts'
import { toastError } from '#web/toast.ts'

interface Props {
  error: string
  of: ImportOf
  open: (file: File) => void
}

export function ImportFileStep({ error, of, open }: Props) {
  return (
    <>
      <DropZone error={error} open={([file]) => file && open(file)}>
        <FileSpreadsheet size={28} strokeWidth={1.5} aria-hidden />
        <p>Drop a spreadsheet here, or</p>
        <FileButton onChange={(file) => file && open(file)} accept=".xlsx,.xls,.csv,text/csv">
          {(props) => <Button {...props}>Choose a file</Button>}
        </FileButton>
        <p className={styles.note}>.xlsx up to 50 MB, .xls up to 10 MB, .csv up to 200 MB</p>
      </DropZone>
      {of === 'products' ? (
        <div className={styles.actions}>
          <Button
            variant="subtle"
            size="xs"
            onClick={() => void saveTemplate().catch(({ message }: Error) => toastError(message))}
          >
            Download a template
          </Button>
          <p className={styles.note}>
            Rows with a known NDC change that product. All others are new. Nothing is deleted.
          </p>
        </div>
      ) : (
        <p className={styles.note}>{columns[of]}</p>
      )}
    </>
  )
}

const columns = {
  prices:
    'Columns: NDC Number, Customer (email or account number), Price, and optionally List (general or trulla; general if blank). Write “delete” as the price to remove it. Prices not in the file stay.',
  list: 'Columns: NDC Number, Price or Percent Off (the list price), and optionally From Quantity (1 if blank). Write “delete” as the price to remove it. Prices not in the file stay.',
  customers:
    'Columns: the fields of the customer form, such as Email, First Name, Last Name, Company Name, Account ID, License and the addresses. Rows with a known email change that customer; blank cells change nothing. All others are new. No one is deleted, and no email is sent until you choose to.',
}

const example: Partial<Record<keyof typeof importFields, string | number>> = {
  ndcNumber: '00000-0000-00',
  name: 'Example 10 mg Tablet, 100 ct bottle',
  unitOfMeasure: 'Bottle',
  category: 'Cardiovascular',
  manufacturer: 'Example Labs',
  price: 12.5,
  countInStock: 100,
  isNonStocked: 'no',
  coldStatus: 'no',
  dummyNDC: 'no',
  isPublished: 'yes',
  description: 'Delete this row before you import.',
}

/** A workbook whose NDC column is text, to preserve leading zeros. */
const saveTemplate = async (): Promise<void> => {
  const { writeXlsx } = await import('hucre')
  const keys = Object.keys(importFields) as (keyof typeof importFields)[] // the keys of an object literal
  const content = await writeXlsx({
    sheets: [
      {
        name: 'Products',
        columns: keys.map((key) => ({
          header: importFields[key],
          width: key === 'name' || key === 'description' ? 40 : 18,
          ...(key === 'ndcNumber' && { style: { numFmt: '@' }, numFmt: '@' }),
        })),
        rows: [keys.map((key) => importFields[key]), keys.map((key) => example[key] ?? null)],
      },
    ],
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  saveFile(new Uint8Array(content), type, 'products-template.xlsx')
}
