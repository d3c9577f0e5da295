import { Alert, Button, FileButton } from '@mantine/core'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '#shared/endpoint.ts'
import { download } from '#web/download.ts'
import { toastError } from '#web/toast.ts'
import type { contractPrices } from '../contract.ts'
import { useImportCustomerPrices, useImportProductPrices } from './hooks.ts'
import styles from './prices.module.css'

type Outcome = Reply<typeof contractPrices.importProductPrices>

interface Props {
  productId: string
  slug: string
  isDirty: boolean
  imported: () => void
}

/** A product's prices as a file and from a file. */
export function PriceFileTools({ productId, slug, isDirty, imported }: Props) {
  const change = useImportProductPrices()
  return (
    <PriceFiles
      address={`/api/products/${productId}/prices.csv`}
      name={`prices-${slug}.csv`}
      columns="Email, Price, List"
      isDisabled={isDirty}
      isPending={change.isPending}
      send={async (csv) => {
        const outcome = await change.mutateAsync({ params: { id: productId }, body: { csv } })
        imported()
        return outcome
      }}
    />
  )
}

/** A customer's prices as a file and from a file. */
export function CustomerPriceFileTools({ userId, company }: { userId: string; company: string }) {
  const change = useImportCustomerPrices()
  return (
    <PriceFiles
      address={`/api/users/${userId}/prices.csv`}
      name={`prices-${company}.csv`}
      columns="NDC Number, Price, List"
      isPending={change.isPending}
      send={(csv) => change.mutateAsync({ params: { id: userId }, body: { csv } })}
    />
  )
}

interface FilesProps {
  address: string
  name: string
  columns: string
  isDisabled?: boolean
  isPending: boolean
  send: (csv: string) => Promise<Outcome>
}

function PriceFiles({ address, name, columns, isDisabled = false, isPending, send }: FilesProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const read = async (file: File | null) => {
    if (!file) return
    if (file.size > 4_000_000) return toastError('The file is too large: at most 4 MB.')
    // A refusal has been told in a toast already.
    setOutcome(await send(await file.text()).catch(() => null))
  }
  return (
    <div className={styles.form}>
      <div className={styles.tools}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => void download(address, name)}
        >
          Download CSV
        </Button>
        <FileButton onChange={(file) => void read(file)} accept=".csv,text/csv">
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              disabled={isDisabled}
              loading={isPending}
              leftSection={<Upload size={14} aria-hidden />}
            >
              Import CSV
            </Button>
          )}
        </FileButton>
        <p className={styles.note}>
          {isDisabled
            ? 'Press Update first: a file is saved at once.'
            : `Columns: ${columns} (general or trulla). “delete” as the price removes it.`}
        </p>
      </div>
      {outcome && (
        <Alert color={outcome.refused.length > 0 ? 'yellow' : 'brand'} title={outcome.message}>
          {outcome.unchanged > 0 && `${outcome.unchanged} were the same already. `}
          {outcome.refused.length > 0 && (
            <>
              {outcome.refused.length} refused:
              <ul className={styles.refused}>
                {outcome.refused.slice(0, 200).map(({ row, reason }) => (
                  <li key={row}>
                    Row {row}: {reason}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Alert>
      )}
    </div>
  )
}
