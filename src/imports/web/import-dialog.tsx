import { Button, FileButton } from '@mantine/core'
import { FileSpreadsheet } from 'lucide-react'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveFile } from '#web/download.ts'
import { toastError } from '#web/toast.ts'
import { importFields, type ImportOf } from '../import-fields.ts'
import styles from './import-dialog.module.css'
import { ImportMappingStep } from './import-mapping-step.tsx'
import { ImportView } from './import-view.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { type ImportAbout, useImport } from './use-import.ts'
import { DropZone } from './drop-zone.tsx'

interface Props {
  isOpen: boolean
  close: () => void
  about: ImportAbout
}

const titles: Record<ImportAbout['of'], string> = {
  products: 'Import Products (Excel)',
  prices: 'Import contract prices',
  list: 'Import prices into this list',
  customers: 'Import customers',
}

/** Imports a spreadsheet: choose the file, map the columns, then review the server's preview. */
export function ImportDialog({ isOpen, close, about }: Props) {
  const wizard = useImport(about)
  const leave = () => {
    // An upload in progress continues behind the closed dialog. What has arrived is in the list of imports.
    if (wizard.state.step !== 'sending' && wizard.state.step !== 'reading') wizard.restart()
    close()
  }
  return (
    <Dialog isOpen={isOpen} title={titles[about.of]} isWorkspace close={leave}>
      <div className={styles.body}>
        <Step wizard={wizard} about={about} leave={leave} />
      </div>
    </Dialog>
  )
}

function Step({
  wizard,
  about,
  leave,
}: {
  wizard: ReturnType<typeof useImport>
  about: ImportAbout
  leave: () => void
}) {
  const { state } = wizard
  switch (state.step) {
    case 'choose':
      return <ImportFileStep error={state.error} of={about.of} open={(file) => void wizard.open(file)} />
    case 'reading':
      return <ProgressBar label={`Reading ${state.name}`} done={state.done} total={state.total} unit="" />
    case 'map':
      return (
        <ImportMappingStep
          state={state}
          about={about}
          change={wizard.map}
          go={() => wizard.send(state)}
          restart={() => wizard.restart()}
        />
      )
    case 'sending':
      return (
        <>
          <ProgressBar
            label={`Comparing with ${about.of === 'customers' ? 'the customers' : 'the catalog'}. Nothing is changed`}
            done={state.done}
            total={state.total}
            unit=" rows"
          />
          <div className={styles.actions}>
            <Button variant="default" onClick={wizard.back}>
              Back
            </Button>
            <p className={styles.note}>If this is interrupted, choose the same file to resume.</p>
          </div>
        </>
      )
    case 'sent':
      return <ImportView id={state.id} back={wizard.back} close={leave} />
  }
}

interface FileStepProps {
  error: string
  of: ImportOf
  open: (file: File) => void
}

function ImportFileStep({ error, of, open }: FileStepProps) {
  return (
    <>
      <DropZone error={error} open={([file]) => file && open(file)}>
        <FileSpreadsheet size={28} strokeWidth={1.5} aria-hidden />
        <p>Drop a spreadsheet here, or</p>
        <FileButton onChange={(file) => file && open(file)} accept=".xlsx,.xls,.csv,text/csv">
          {(props) => (
            <Button {...props} data-autofocus>
              Choose a file
            </Button>
          )}
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
        <p className={styles.note}>{columnHelp[of]}</p>
      )}
    </>
  )
}

const columnHelp = {
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
