import { DrugName } from '#catalog/web/drug-name.tsx'
import { NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useCategories } from '#catalog/web/use-categories.ts'
import styles from '#customers/web/audience/audience.module.css'
import { audienceInWords } from '#customers/web/audience/audience-form.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { RestrictionRow } from '../restriction-shapes.ts'
import { ProductAudience } from './product-audience.tsx'
import { useRestrictions } from './restriction-hooks.ts'

/** Visibility of categories; products are restricted on their own page. */
export function VisibilityPage() {
  const [category, setCategory] = useState('')
  const { data: categories = [] } = useCategories()
  const restricted = useRestrictions()
  const known = new Set([...categories, ...(restricted.data ?? []).flatMap((row) => row.category ?? [])])
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
          <button type="button" className={styles.choice} onClick={() => setCategory(name)}>
            {name}
          </button>
        ),
    },
    { title: 'Kind', cell: ({ productId }) => (productId ? 'Product' : 'Category') },
    { title: 'Visible to', isWide: true, cell: (row) => audienceInWords(row, 'Staff only') },
  ]
  return (
    <div className={styles.page}>
      <PageHeading title="Visibility" lead="Limit who can see and order a category. For one product, open its page." />
      <Panel>
        <div className={styles.row}>
          <NativeSelect
            label="Category"
            size="md"
            value={category}
            data={[{ value: '', label: 'Choose a category' }, ...[...known].toSorted()]}
            onChange={(event) => setCategory(event.currentTarget.value)}
          />
        </div>
      </Panel>
      {category && <ProductAudience key={category} title={category} kind="category" subject={category} />}
      <Panel title="Limited visibility">
        <QueryStates query={restricted}>
          {(rows) => (
            <ListTable
              caption="Limited visibility"
              columns={columns}
              rows={rows}
              rowKey={({ productId, category }) => productId ?? `category ${category}`}
              empty={{
                icon: <Eye size={28} strokeWidth={1.5} />,
                title: 'Everyone sees everything',
                text: 'Choose a category above, or open a product.',
              }}
            />
          )}
        </QueryStates>
      </Panel>
    </div>
  )
}
