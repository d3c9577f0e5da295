import { DrugName } from '#catalog/web/drug-name.tsx'
import { NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useCategories } from '#catalog/web/use-categories.ts'
import { audienceInWords } from '#customers/web/audience/audience-form.tsx'
import styles from '#web/form/form.module.css'
import { EditTable } from '#web/table/edit-table.tsx'
import type { ListColumn } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { RestrictionRow } from '../restriction-shapes.ts'
import { RestrictionForm } from './product-audience.tsx'
import { useRestrictions } from './restriction-hooks.ts'

/** Restricted categories and products; a product can be restricted on its own page too. */
export function VisibilityPage() {
  const [isAdding, setIsAdding] = useState(false)
  const restricted = useRestrictions()
  return (
    <>
      <PageHeading title="Visibility" lead="Limit who can see and order a category. For one product, open its page.">
        <ActButton onClick={() => setIsAdding(true)}>Limit a category</ActButton>
      </PageHeading>
      <Dialog isOpen={isAdding} title="Limit a category" size="lg" close={() => setIsAdding(false)}>
        <NewRestriction rows={restricted.data ?? []} close={() => setIsAdding(false)} />
      </Dialog>
      <QueryStates query={restricted}>
        {(rows) => (
          <EditTable
            caption="Limited visibility"
            columns={columns}
            rows={rows}
            rowKey={({ productId, category }) => productId ?? `category ${category}`}
            nameOf={({ name }) => name}
            size="lg"
            form={({ productId, name }, close) => (
              <RestrictionForm
                title={name}
                {...(productId ? { kind: 'product', subject: productId } : { kind: 'category', subject: name })}
                close={close}
              />
            )}
            empty={{
              icon: <Eye size={28} strokeWidth={1.5} />,
              title: 'Everyone sees everything',
              text: 'Limit a category, or open a product.',
            }}
          />
        )}
      </QueryStates>
    </>
  )
}

const columns: ListColumn<RestrictionRow>[] = [
  {
    title: 'Name',
    isName: true,
    cell: ({ productId, name }) =>
      productId ? (
        <Link to="/admin/product/$id" params={{ id: productId }}>
          <DrugName name={name} />
        </Link>
      ) : (
        name
      ),
  },
  { title: 'Kind', cell: ({ productId }) => (productId ? 'Product' : 'Category') },
  { title: 'Visible to', isWide: true, cell: (row) => audienceInWords(row, 'Staff only') },
]

function NewRestriction({ rows, close }: { rows: RestrictionRow[]; close: () => void }) {
  const [category, setCategory] = useState('')
  const { data: categories = [] } = useCategories()
  const known = new Set([...categories, ...rows.flatMap((row) => row.category ?? [])])
  return (
    <div className={styles.form}>
      <NativeSelect
        label="Category"
        value={category}
        data={[{ value: '', label: 'Choose a category' }, ...[...known].toSorted()]}
        onChange={(event) => setCategory(event.currentTarget.value)}
      />
      {category && <RestrictionForm key={category} title={category} kind="category" subject={category} close={close} />}
    </div>
  )
}
