import { sql } from 'kysely'
import { noteCatalogChange } from '#catalog/note-change.ts'
import type { Tx, Db } from '#platform/db/tables.ts'
import { attachPictures } from '#files/attach-pictures.ts'
import { ndcKeys } from '#catalog/normalize-ndc.ts'
import { type CheckedRow, checkEach, type ImportKind, refusedRow, type StoredRow } from './import-kind.ts'
import { revertProducts } from './revert-products.ts'
import { shownValue } from './check-row.ts'
import { BadRow } from './read-row.ts'
import { hasCode } from './resolve-ndc.ts'

interface CheckedPicture extends CheckedRow {
  /** What to write; its picture is empty until it has arrived. */
  wanted?: { productId: string; before: string; image: string }
}

interface Product {
  id: string
  name: string
  ndc_number: string
  ndc_key: string
  is_item_number: boolean
  image: string
}

/** Matches each file to a product by its name: an NDC in any notation, or an exact item number. */
const checkPictures = async (db: Db | Tx, rows: StoredRow[], { isLocked = false } = {}): Promise<CheckedPicture[]> => {
  const files = rows.map(({ row, facts }) => ({ row, ...fileOf(facts) }))
  const products = await findProducts(
    db,
    files.flatMap(({ file }) => codesOf(file).map(({ code }) => code)),
    isLocked,
  )
  const labelsOf = ({ file }: PictureFile) => ({ ndcNumber: '', name: file.slice(-120) })
  return checkEach(files, labelsOf, (one) => checkFile(one, products))
}

interface PictureFile {
  row: number
  file: string
  /** Why the browser could not read the file. */
  problem: string
  image: string
}

const checkFile = ({ row, file, problem, image }: PictureFile, products: Product[]): CheckedPicture => {
  if (problem) throw new BadRow(problem)
  const fits = codesOf(file).flatMap(({ code, place }) =>
    products.filter((product) => isCalled(product, code)).map((product) => ({ product, place })),
  )
  const [first, ...others] = fits.filter(({ product }, at) => fits.findIndex((one) => one.product === product) === at)
  if (!first) throw new BadRow('No product has this NDC or item number.')
  if (others.length > 0)
    throw new BadRow(`Several products match: ${[first, ...others].map(named).toSorted().join('; ')}.`)
  const { product, place } = first
  if (place > 1)
    throw new BadRow(`It would be picture ${place} of ${product.name.slice(0, 120)}, which can show only one.`)
  const { id, name, ndc_number: ndcNumber, image: before } = product
  const isKept = image !== '' && image === before
  return {
    row,
    code: id,
    verdict: isKept ? 'unchanged' : before === '' ? 'new' : 'changed',
    shown: {
      ndcNumber,
      name: name.slice(0, 120),
      ...(!isKept && { changes: [{ field: 'Image', before: shownValue(before), after: file.slice(-120) }] }),
    },
    ...(!isKept && { wanted: { productId: id, before, image } }),
  }
}

const named = ({ product: { ndc_number, name } }: { product: Product }): string => `${ndc_number} ${name.slice(0, 60)}`

const fileOf = (facts: unknown): Omit<PictureFile, 'row'> => {
  const told: { file?: unknown; image?: unknown; problem?: unknown } =
    typeof facts === 'object' && facts !== null ? facts : {}
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
  return { file: textOf(told.file), image: textOf(told.image), problem: textOf(told.problem).slice(0, 200) }
}

/** The codes that a file name can contain: all of it, or all but a trailing number that counts pictures. */
const codesOf = (file: string): { code: string; place: number }[] => {
  const stem = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.[A-Za-z]{3,4}$/, '').trim()
  const [, rest = '', number = ''] = /^(.+?)[-_ ](\d{1,2})$/.exec(stem) ?? []
  // A name that is an NDC as a whole has no trailing number.
  const whole = { code: stem, place: 1 }
  return rest === '' || Number(number) === 0 || ndcKeys(stem).length > 0
    ? [whole]
    : [whole, { code: rest, place: Number(number) }]
}

const isCalled = (product: Product, code: string): boolean =>
  product.is_item_number
    ? product.ndc_number === code
    : product.ndc_key !== '' && ndcKeys(code).includes(product.ndc_key)

/** Locks in id order, like orders. */
const findProducts = async (db: Db | Tx, codes: string[], isLocked: boolean): Promise<Product[]> => {
  const keys = [...new Set(codes.flatMap((code) => ndcKeys(code)))]
  const numbers = [...new Set(codes)]
  const found = db
    .selectFrom('product')
    .select(['id', 'name', 'ndc_number', 'ndc_key', 'is_item_number', 'image'])
    .where('deleted_at', 'is', null)
    .where(hasCode(keys, numbers))
    .orderBy('id')
  return isLocked ? found.forUpdate().execute() : found.execute()
}

/** Pictures, matched by their file names. A product shows only one. */
export const pictureKind: ImportKind = {
  // It is unknown which of two pictures was meant.
  firstCounts: false,
  duplicateMessage: (first, second) =>
    `Files ${first} and ${second} are for the same product, which can show only one picture.`,
  action: 'pictures imported',
  check: (db, rows) => checkPictures(db, rows),
  write: async (tx, { rows }) => {
    const judged = await refuseGone(tx, await checkPictures(tx, rows, { isLocked: true }))
    const changes = judged.flatMap(({ row, wanted }) => {
      if (!wanted) return []
      const { productId, before, image } = wanted
      return { row, product_id: productId, before: { image: before }, after: { image, moved: 0 } }
    })
    await showPictures(tx, changes)
    return { judged, changes }
  },
  revert: revertProducts,
}

/** Pictures that were not applied within a day have been deleted. */
const refuseGone = async (tx: Tx, judged: CheckedPicture[]): Promise<CheckedPicture[]> => {
  const gone = new Set(
    await attachPictures(
      tx,
      judged.flatMap(({ wanted }) => wanted?.image ?? []),
    ),
  )
  const reason = 'Its picture was not applied within a day and was deleted. Import it again.'
  return judged.map((one) => {
    const { row, shown, wanted } = one
    if (!wanted || (wanted.image !== '' && !gone.has(wanted.image))) return one
    return refusedRow(row, { ndcNumber: shown.ndcNumber, name: shown.name }, reason)
  })
}

const showPictures = async (tx: Tx, written: { product_id: string; after: { image: string } }[]): Promise<void> => {
  if (written.length === 0) return
  const ids = written.map(({ product_id }) => product_id)
  await sql`
    update product set image = shown.image, version = product.version + 1, updated_at = now()
    from unnest(${ids}::uuid[], ${written.map(({ after }) => after.image)}::text[]) as shown (id, image)
    where product.id = shown.id`.execute(tx)
  await noteCatalogChange(tx, ids)
}
