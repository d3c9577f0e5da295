import { useNavigate } from '@tanstack/react-router'
import { FileSpreadsheet, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import styles from './admin-tools.module.css'
import { useCreateProduct } from '#product-admin/web/use-create-product.ts'
import { ActButton } from '#web/ui/act-button.tsx'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((module) => module.ImportDialog))

const products = { of: 'products' } as const

/** Actions of an admin for the whole catalog. */
export function AdminTools() {
  const navigate = useNavigate()
  const [isImporting, setIsImporting] = useState(false)
  const [wasImporting, setWasImporting] = useState(false)
  const create = useCreateProduct((id) => void navigate({ to: '/admin/product/$id', params: { id } }))
  const openImport = () => {
    setWasImporting(true)
    setIsImporting(true)
  }
  return (
    <div className={styles.tools}>
      <ConfirmButton
        label="New Product"
        button={{ size: 'xs', variant: 'filled', leftSection: <Plus size={14} aria-hidden /> }}
        question="Are you sure to create?"
        answer="Create"
        isPending={create.isPending}
        confirm={(onSuccess) => create.mutate({}, { onSuccess })}
      >
        <p>Creates an empty draft. Only admins see it until it is published.</p>
      </ConfirmButton>
      <ActButton
        size="xs"
        variant="default"
        leftSection={<FileSpreadsheet size={14} aria-hidden />}
        onClick={openImport}
      >
        Import Products (Excel)
      </ActButton>
      {wasImporting && (
        <Suspense>
          <ImportDialog about={products} isOpen={isImporting} close={() => setIsImporting(false)} />
        </Suspense>
      )}
    </div>
  )
}
