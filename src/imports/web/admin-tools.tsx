import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FileSpreadsheet, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { TextLink } from '#web/ui/button-link.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import styles from './admin-tools.module.css'
import { useCreateProduct } from '#product-admin/web/use-create-product.ts'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((module) => module.ImportDialog))

const products = { of: 'products' } as const

/** Actions of an admin for the whole catalog. */
export function AdminTools() {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const [wasImporting, setWasImporting] = useState(false)
  const create = useCreateProduct((id) => {
    setIsAsking(false)
    void navigate({ to: '/admin/product/$id', params: { id } })
  })
  const openImport = () => {
    setWasImporting(true)
    setIsImporting(true)
  }
  return (
    <div className={styles.tools}>
      <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setIsAsking(true)}>
        New Product
      </Button>
      <Button size="xs" variant="default" leftSection={<FileSpreadsheet size={14} aria-hidden />} onClick={openImport}>
        Import Products (Excel)
      </Button>
      <TextLink to="/admin/visibility" size="sm">
        Visibility
      </TextLink>
      <TextLink to="/admin/imports" size="sm">
        Imports
      </TextLink>
      <Confirm
        isOpen={isAsking}
        question="Are you sure to create?"
        answer="Create"
        isPending={create.isPending}
        confirm={() => create.mutate({})}
        close={() => setIsAsking(false)}
      >
        <p>Creates an empty draft. Only admins see it until it is published.</p>
      </Confirm>
      {wasImporting && (
        <Suspense>
          <ImportDialog about={products} isOpen={isImporting} close={() => setIsImporting(false)} />
        </Suspense>
      )}
    </div>
  )
}
