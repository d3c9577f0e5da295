import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts } from './add-products.ts'
import { catalog } from './contract.ts'
import { sortByForm } from './sort-products.ts'

const { db, call } = await startTestPortal()

test('forms derived by older rules are updated at startup, and listings show them', async () => {
  await addProducts(db, [
    { name: 'Zymborel 20 mg tablet', price: 1, is_published: true },
    { name: 'Zymborel 1 % cream', price: 1, is_published: true },
  ])
  await db.updateTable('product').set({ form: '' }).where('name', 'like', 'Zymborel%').execute()
  await db.updateTable('catalogue_state').set({ form_rules: 'those of an older release' }).execute()
  await sortByForm(db)
  for (const form of ['Tablet', 'Cream']) {
    const { body } = await call(catalog.search, { query: { form, query: 'zymborel' } })
    assert.equal(body.countProducts, 1, form)
  }
})

test('forms derived by the current rules are left alone', async () => {
  const before = await db.selectFrom('catalogue_state').select('version').executeTakeFirst()
  await sortByForm(db)
  assert.deepEqual(await db.selectFrom('catalogue_state').select('version').executeTakeFirst(), before)
})
