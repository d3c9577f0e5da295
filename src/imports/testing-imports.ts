import assert from 'node:assert/strict'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { imports } from './contract.ts'
import { type Import, maxRowsPerPart, type NewImport } from './import-shapes.ts'

type Cell = string | number | boolean | null

/** Imports as the browser runs them: rows are sent in parts, and the job runs in `drain`. */
export const importing = (portal: TestPortal, admin: TestUser) => {
  const begin = async (rowCount: number, more: Partial<NewImport> = {}, as = admin): Promise<Import> => {
    const { status, body } = await portal.call(imports.begin, {
      body: { kind: 'products', fileName: 'prices.csv', fingerprint: crypto.randomUUID(), rowCount, ...more },
      as,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const addRows = (id: string, start: number, fields: string[], rows: Cell[][], as = admin) =>
    portal.call(imports.addRows, { params: { id }, body: { start, fields, rows }, as })
  /** Sends a file whose first row is the header. */
  const sendUp = async (fields: string[], rows: Cell[][], more: Partial<NewImport> = {}): Promise<Import> => {
    let one = await begin(rows.length, more)
    for (let start = 0; start < rows.length; start += maxRowsPerPart) {
      const part = rows.slice(start, start + maxRowsPerPart).map((cells, at) => [start + at + 2, ...cells])
      const { status, body } = await addRows(one._id, start, fields, part)
      assert.equal(status, 200, JSON.stringify(body))
      one = body
    }
    return one
  }
  const find = async (id: string) => (await portal.call(imports.byId, { params: { id }, as: admin })).body
  const rowsOf = async (
    id: string,
    show: 'new' | 'changed' | 'unchanged' | 'refused' | 'noted' | 'partial' | 'kept',
    page = 1,
  ) => (await portal.call(imports.rows, { params: { id }, query: { show, page }, as: admin })).body.rows
  const act = async (name: 'apply' | 'undo' | 'stop', id: string, as = admin): Promise<number> =>
    name === 'apply'
      ? (await portal.call(imports.apply, { params: { id }, body: {}, as })).status
      : (await portal.call(imports[name], { params: { id }, as })).status
  /** `confirm` is required for a file that changes most of what it touches. */
  const apply = async (id: string, confirm?: number) =>
    portal.call(imports.apply, { params: { id }, body: { confirm }, as: admin })
  const take = async (id: string, rows: 'all' | number[], isTaken = true) =>
    portal.call(imports.take, { params: { id }, body: { rows, isTaken }, as: admin })
  const finish = async (name: 'apply' | 'undo', id: string): Promise<Import> => {
    const { confirm } = await find(id)
    assert.equal(name === 'apply' ? (await apply(id, confirm?.rows)).status : await act(name, id), 202)
    await portal.worker.drain()
    return find(id)
  }
  return { begin, addRows, sendUp, find, rowsOf, act, apply, take, finish }
}
