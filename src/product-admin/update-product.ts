import pg from 'pg'
import { isLowerSchedule } from '#catalog/fact-shapes.ts'
import { sql } from 'kysely'
import { type Act, type Acting, act, refuseStale } from '#platform/act.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { requirePassword } from '#platform/http/require-password.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { addProducts, derivedColumnsOf, slugOf, withSlugs } from '#catalog/add-products.ts'
import { dashedNdc, ndcKey, ndcKeys } from '#catalog/normalize-ndc.ts'
import { noQuantityFits } from '#catalog/order-quantity.ts'
import { attachPictures } from '#files/attach-pictures.ts'
import { moveStock } from '#catalog/stock/correct-stock.ts'
import { notePublished } from '#catalog/stock/announce-stock.ts'
import type { ProductEdit, productEditing } from './contract.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { type PriceChange, recordPrices } from '#pricing/write-prices.ts'
import { replacePrices } from '#pricing/replace-prices.ts'

type Update = CallOf<typeof productEditing.update>

/** Applies an edit to the version it was loaded from, completely or not at all. */
export const updateProduct = async (db: Db, call: Update): Promise<void> => {
  try {
    await act(db, call, (during) => applyEdit(during, call))
  } catch (error) {
    if (!isTaken(error)) throw error
    const { message, field } = taken[error.constraint] ?? { message: 'This product already exists.' }
    throw new Refusal(409, message, field ? { field } : {})
  }
}

/** The same inside a transaction; a taken NDC or slug throws a database error. */
export const applyEdit = async (
  { tx, actor, request, record }: Act<Caller>,
  { params: { id: productId }, body: edit }: Pick<Update, 'params' | 'body'>,
): Promise<void> => {
  const before = await lockVersion(tx, productId, edit.__v)
  const after = { ...before, ...columnsOf(edit) }
  refuseNoNdc(before, after)
  refuseUnready(before, after)
  refuseLowerSchedule(before, after)
  const unorderable = noQuantityFits({
    orderMinimum: after.order_minimum,
    orderMaximum: after.order_maximum,
    orderMultiple: after.order_multiple,
  })
  if (unorderable) throw new Refusal(400, unorderable, { field: 'orderMaximum' })
  const slug = await slugAfter(tx, before, after, edit.slug)
  await updatePictures(tx, before, after)

  const { count_in_stock: _, ...facts } = {
    ...columnsOf(edit),
    ...confirmationOf(before, after, actor),
    slug,
    ...derivedColumnsOf(after),
  }
  await tx
    .updateTable('product')
    .set(({ eb }) => ({ ...facts, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', productId)
    .execute()
  await moveStock(tx, {
    productId,
    count: before.count_in_stock,
    quantity: piecesMoved(before, edit),
    actorId: actor._id,
    note: edit.stockReason || 'Product edited',
  })
  if (after.is_published && !before.is_published) await notePublished(tx, [productId])
  const repriced = await replaceLists(tx, productId, edit)
  if (repriced.length > 0 || before.price !== after.price) requirePassword(actor)
  await record(
    'product changed',
    ['product', productId],
    differencesOf(before, { ...facts, count_in_stock: before.count_in_stock + piecesMoved(before, edit) }),
  )
  await recordPrices(tx, { actorId: actor._id, request }, repriced)
  await noteCatalogChange(tx, [productId])
}

/** Returns the changed contract prices. */
const replaceLists = async (tx: Tx, productId: string, edit: ProductEdit): Promise<PriceChange[]> => {
  const { customPricingList: general, customPricingListTrulla: trulla } = edit
  return [
    ...(general ? await replacePrices(tx, { productId, list: 'general', entries: general }) : []),
    ...(trulla ? await replacePrices(tx, { productId, list: 'trulla', entries: trulla }) : []),
  ]
}

/** Checks that newly used pictures still exist. */
const updatePictures = async (tx: Tx, before: Row<'product'>, after: Row<'product'>): Promise<void> => {
  const shown = [before.image, ...before.images]
  const gone = await attachPictures(
    tx,
    [after.image, ...after.images].filter((picture) => !shown.includes(picture)),
  )
  if (gone.length > 0) throw new Refusal(409, 'The uploaded picture has expired. Upload it again.', { gone })
}

/** Locks the row and checks that it still has the loaded version. */
const lockVersion = async (tx: Tx, productId: string, version: number): Promise<Row<'product'>> => {
  const product = await tx
    .selectFrom('product')
    .selectAll()
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!product) throw notFound('Product')
  refuseStale(
    'This product',
    { opened: version, version: product.version },
    'This product was changed by someone else.',
  )
  return product
}

/** Columns of the fields in the edit, amounts rounded to cents. */
const columnsOf = (edit: ProductEdit) => {
  const columns = {
    name: edit.name,
    ndc_number: edit.ndcNumber,
    is_item_number: edit.dummyNDC,
    manufacturer: edit.manufacturer,
    category: edit.category,
    brand: edit.brand,
    generic_name: edit.genericName,
    strength: edit.strength,
    dosage_form: edit.dosageForm,
    route: edit.route,
    pack_size: edit.packSize,
    pack_quantity: edit.packQuantity,
    pack_unit: edit.packUnit,
    dea_schedule: edit.deaSchedule,
    schedule_source: edit.scheduleSource,
    is_narcotic: edit.isNarcotic,
    drug_family: edit.drugFamily,
    base_units: edit.baseUnits,
    is_list_one: edit.isListOne,
    needs_trace: edit.needsTrace,
    dispensing: edit.dispensing,
    gtin: edit.gtin,
    order_minimum: edit.orderMinimum,
    order_maximum: edit.orderMaximum,
    order_multiple: edit.orderMultiple,
    description: edit.description,
    image: edit.image,
    images: edit.images,
    price: edit.price === undefined ? undefined : toDollars(toCents(edit.price)),
    unit_of_measure: edit.unitOfMeasure,
    is_non_stocked: edit.isNonStocked,
    cold_status: edit.coldStatus,
    is_published: edit.isPublished,
  }
  // Only keys without a value are dropped, so the rest has the types of the columns.
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<
    Row<'product'>
  >
}

/** The admin decides the difference to the loaded count, so that orders in between are not undone. */
const piecesMoved = (
  { count_in_stock: now }: Row<'product'>,
  { countInStock, countInStockLoaded }: ProductEdit,
): number => (countInStock === undefined ? 0 : countInStock - (countInStockLoaded ?? now))

/** Slugs stay for existing links, except that the placeholder of a new product is replaced at its first number. */
const slugAfter = async (
  tx: Tx,
  before: Row<'product'>,
  after: Row<'product'>,
  wanted: string | undefined,
): Promise<string> => {
  if (wanted && wanted !== before.slug) return wanted
  if (!freshSlug.test(before.slug) || after.ndc_number === '') return before.slug
  const [free] = await withSlugs(tx, [{ id: before.id, slug: slugOf(after) }])
  return free?.slug ?? before.slug
}

/** A lower schedule needs a source, because it opens the product to more customers. */
const refuseLowerSchedule = (before: Row<'product'>, after: Row<'product'>): void => {
  const isNewSource = after.schedule_source !== '' && after.schedule_source !== before.schedule_source
  if (isLowerSchedule(after.dea_schedule, before.dea_schedule) && !isNewSource)
    throw new Refusal(422, 'Enter the source of the lower DEA schedule.', { field: 'scheduleSource' })
}

/** Who confirmed the schedule, if the edit says what it is. */
const confirmationOf = (before: Row<'product'>, after: Row<'product'>, actor: Caller): Partial<Row<'product'>> => {
  const isSame = after.dea_schedule === before.dea_schedule && after.schedule_source === before.schedule_source
  if (isSame) return {}
  const isConfirmed = after.schedule_source !== ''
  return {
    schedule_confirmed_by: isConfirmed ? actor._id : null,
    schedule_confirmed_at: isConfirmed ? new Date() : null,
  }
}

/** Refuses a new number that is not an NDC; stored numbers are left alone. */
const refuseNoNdc = (before: Row<'product'>, after: Row<'product'>): void => {
  const isAsBefore =
    after.ndc_number === before.ndc_number &&
    after.is_item_number === before.is_item_number &&
    (before.is_published || !after.is_published)
  if (isAsBefore || after.is_item_number || after.ndc_number === '' || ndcKey(after.ndc_number)) return
  const meant = ndcKeys(after.ndc_number).map(dashedNdc)
  const sentence =
    meant.length > 0
      ? `This could be ${meant.join(', ')}. Enter the NDC with dashes or with 11 digits.`
      : 'This is not an NDC, such as 00093-7146-01. Check Dummy NDC if it is an item number.'
  throw new Refusal(400, sentence, { field: 'ndcNumber' })
}

/** Published products must be complete and have a price. */
const refuseUnready = (before: Row<'product'>, after: Row<'product'>): void => {
  if (!after.is_published) return
  const missing = before.is_published ? undefined : mustHave.find(([column]) => after[column] === '')
  if (missing) throw new Refusal(400, `${missing[1]} is required to publish a product.`)
  if (after.price === 0 && (before.price > 0 || !before.is_published))
    throw new Refusal(400, 'A price is required to publish a product.')
}

const mustHave = [
  ['name', 'Material Description'],
  ['description', 'Description'],
  ['unit_of_measure', 'Base UoM'],
  ['category', 'Category'],
  ['ndc_number', 'NDC number'],
] as const

const taken: Record<string, { message: string; field?: string }> = {
  product_ndc: { message: 'Another product already has this NDC number.', field: 'ndcNumber' },
  product_slug: { message: 'Another product already has this slug.' },
}

const uniqueViolation = '23505'

const isTaken = (error: unknown): error is pg.DatabaseError & { constraint: string } =>
  error instanceof pg.DatabaseError && error.code === uniqueViolation && error.constraint !== undefined

/** Changed fields before and after, for the audit trail. */
const differencesOf = (before: Row<'product'>, after: Partial<Row<'product'>>) => {
  const changed = Object.entries(after).filter(
    ([column, value]) =>
      column !== 'ndc_key' && JSON.stringify(before[column as keyof Row<'product'>]) !== JSON.stringify(value), // keys of a partial row
  )
  return {
    before: Object.fromEntries(changed.map(([column]) => [column, before[column as keyof Row<'product'>]])), // as above
    after: Object.fromEntries(changed),
  }
}

/** Slug of a product without name and number; it is replaced when the product gets its first number. */
const freshSlug = /^new-product(-[0-9a-f]{8})?$/

/** Adds an empty draft, visible only to admins until it is complete and published. Returns its id. */
export const createProduct = (db: Db, acting: Acting): Promise<string> =>
  act(db, acting, async ({ tx, record }) => {
    const [added] = await addProducts(tx, [{ name: 'New product' }])
    const id = added?._id ?? ''
    await record('product created', ['product', id])
    return id
  })
