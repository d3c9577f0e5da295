import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'

/** Parts that name a product without its schedule and storage, each with the reason. */
const exceptions: Record<string, string> = {
  'src/catalog/web/row-name.tsx': 'the link within a row, which shows them beside it',
  'src/orders/web/lines-table.tsx': 'shows the facts its pages give, all with the marks',
  'src/product-admin/web/visibility-page.tsx': 'who sees a product, not what is ordered',
  'src/billing/web/invoices/questions-panel.tsx': 'stands below the invoice’s lines, which show them',
  'src/billing/web/invoices/question-line.tsx': 'a question about a price',
  'src/returns/web/product-words.tsx': 'the name of a return, whose page shows them',
  'src/reordering/web/guides/add-guide.tsx': 'products that cannot be added',
  'src/reports/web/dashboard-foot.tsx': 'sums of sales',
  'src/pricing/web/list-entries.tsx': 'prices',
  'src/pricing/web/customer-prices-page.tsx': 'prices',
  'src/ordering-rules/web/limits/limits-page.tsx': 'rules of allocation',
}

test('every page that names a product shows its schedule and storage', async () => {
  const named: string[] = []
  for await (const path of glob('src/**/*.tsx')) {
    const text = await readFile(path, 'utf8')
    const isNaming = /<DrugName|<RowName/.test(text)
    const isMarked = /LineMarks|ProductMarks|\.deaSchedule|\bdeaSchedule,/.test(text)
    if (isNaming && !isMarked && path !== 'src/catalog/web/drug-name.tsx') named.push(path)
  }
  assert.deepEqual(named.toSorted(), Object.keys(exceptions).toSorted())
})
