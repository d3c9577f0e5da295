import { DrugName } from '#catalog/web/drug-name.tsx'
import { NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useCategories } from '#catalog/web/use-categories.ts'
import { audienceInWords } from '#customers/web/audience/audience-form.tsx'
import styles from '#web/form/form.module.css'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { RestrictionRow } from '../restriction-shapes.ts'
import { RestrictionForm } from './product-audience.tsx'
import { type RestrictionKey, useRestrictions } from './restriction-hooks.ts'

type Edited = RestrictionKey & { title: string }

const keyOf = ({ productId, name }: RestrictionRow): Edited =>
  productId ? { kind: 'product', subject: productId, title: name } : { kind: 'category', subject: name, title: name }

/** Restricted categories and products; a product can be restricted on its own page too. */
export function VisibilityPage() {
  const [edited, setEdited] = useState<Edited | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const restricted = useRestrictions()
  const close = () => setIsOpen(false)
  const edit = (one: Edited | null) => {
    setEdited(one)
    setIsOpen(true)
  }
  return (
    <>
      <PageHeading title="Visibility" lead="Limit who can see and order a category. For one product, open its page.">
        <ActButton onClick={() => edit(null)}>Limit a category</ActButton>
      </PageHeading>
      <Dialog isOpen={isOpen} title={edited?.title ?? 'Limit a category'} size="lg" close={close}>
        {edited ? (
          <RestrictionForm {...edited} close={close} />
        ) : (
          <NewRestriction rows={restricted.data ?? []} close={close} />
        )}
      </Dialog>
      <QueryStates query={restricted}>
        {(rows) => (
          <ListTable
            caption="Limited visibility"
            columns={[
              ...columns,
              {
                title: 'Edit',
                isActions: true,
                cell: (row) => (
                  <ActButton
                    size="compact-xs"
                    variant="default"
                    aria-label={`Edit ${row.name}`}
                    onClick={() => edit(keyOf(row))}
                  >
                    Edit
                  </ActButton>
                ),
              },
            ]}
            rows={rows}
            rowKey={({ productId, category }) => productId ?? `category ${category}`}
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
