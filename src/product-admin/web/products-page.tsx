import { Package } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWholeWidth } from '#web/display.ts'
import { FilterShortcuts } from '#web/table/filter-shortcuts.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { tableAddress, useTable } from '#web/table/use-table.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { productList } from '../product-shapes.ts'
import { saveProducts, useProducts } from './hooks.ts'
import { ManyProducts } from './many-products.tsx'
import styles from './many-products.module.css'
import { productColumns, selectPage, SelectPage } from './product-columns.tsx'
import { type Editing, TableContext } from './product-table.ts'

const address = tableAddress(productList)

const shortcuts = [
  { label: 'Drafts', key: 'published', value: 'no' },
  { label: 'Out of stock', key: 'stock', value: 'out' },
  { label: 'No price', key: 'lacking', value: 'price' },
  { label: 'No picture', key: 'lacking', value: 'picture' },
] as const

/** All products as rows; price, stock and publication can be changed in place. */
export function ProductsPage({ tools }: { tools: ReactNode }) {
  const table = useTable(address)
  const query = useProducts(table)
  const [editing, edit] = useState<Editing | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const select = (ids: readonly string[]) => setSelected(new Set(ids))
  const rows = query.data?.rows ?? []
  useWholeWidth()

  return (
    <TableContext value={{ editing, edit, rows, selected, select }}>
      <PageHeading title="Product Maintenance">
        <TextLink to="/search" mr="xs">
          View the catalog as a buyer
        </TextLink>
        {tools}
      </PageHeading>
      <div className={styles.list}>
        <ManyProducts />
        <DataTable
          name="products"
          caption="Products"
          columns={productColumns}
          rowKey={({ _id }) => _id}
          table={table}
          query={query}
          selection={<SelectPage label={selectPage} hiddenFrom="sm" />}
          csv={() => saveProducts(table, 'csv')}
          xlsx={() => saveProducts(table, 'xlsx')}
          empty={{
            icon: <Package size={28} strokeWidth={1.5} />,
            title: 'No Product Found',
            text: 'The catalog is empty. Create a product, or import a spreadsheet.',
          }}
        >
          <FilterShortcuts table={table} shortcuts={shortcuts} />
        </DataTable>
      </div>
    </TableContext>
  )
}
