import { sql } from 'kysely'
import type { Answer, Sent } from '#shared/endpoint.ts'
import { grouped } from '#shared/number-words.ts'
import type { ProductCard } from '#catalog/contract.ts'
import { gtinOf } from '#catalog/fact-shapes.ts'
import { fittingQuantity, minimumQuantity } from '#catalog/order-quantity.ts'
import type { Allocated } from '#ordering-rules/limits/allocation-shapes.ts'
import { countAllocations } from '#ordering-rules/limits/count-allocations.ts'
import { allowedBy, limitBlock, limitNote } from '#ordering-rules/limits/check-limits.ts'
import type { Viewer } from '#catalog/resolve-viewer.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { hitsOf } from '#catalog/read-cards.ts'
import type { Db } from '#platform/db/tables.ts'
import { codesOf, unpaddedCodes } from '#catalog/read-codes.ts'
import { packageGtin, readScan, type Scan, scanNote } from '#shared/read-scan.ts'
import type { quickOrder } from './contract.ts'

type Params = Sent<typeof quickOrder.check>['body']['lines'][number]
type Verdicts = Answer<typeof quickOrder.check>

const maxOfOneCode = 8

/** Checks catalog, stock and limits; the same product shares its stock. Ambiguous codes return all matches. */
export const checkQuickLines = async (
  db: Db,
  lines: Params[],
  { viewer, timeZone }: { viewer: Viewer; timeZone: string },
): Promise<Verdicts> => {
  const meanings = lines.map(({ code }) => meaningOf(code))
  const idsOf = await productsBy(db, meanings, viewer)
  const matches = meanings.map((meaning) => idsOf(meaning).slice(0, maxOfOneCode))
  const { products } = await hitsOf(db, viewer, [...new Set(matches.flat())])
  const byId = new Map(products.map((product) => [product._id, product]))
  const found = matches.map((ids) => ids.filter((id) => byId.has(id)))
  const wanted = new Map<string, number>()
  for (const [at, { quantity = 0 }] of lines.entries()) {
    const [id, another] = found[at] ?? []
    if (id && !another) wanted.set(id, (wanted.get(id) ?? 0) + quantity)
  }
  const allocated = await countAllocations(db, {
    businessId: viewer.user?.businessId ?? null,
    productIds: products.flatMap(({ _id, isAllocated }) => (isAllocated ? [_id] : [])),
    timeZone,
  })
  return {
    lines: found.map((ids, at) =>
      withNote(
        check(ids, { byId, wanted, allocated, isOrdered: lines[at]?.quantity !== undefined }),
        noteOf(
          meanings[at]?.scan ?? null,
          ids.flatMap((id) => byId.get(id)?.ndcNumber ?? []),
        ),
      ),
    ),
    products,
  }
}

const noteOf = (scan: Scan | null, found: readonly string[]): string => (scan ? scanNote(scan, found) : '')

/** Adds a note on how the code was read, unless the line already has a reason. */
const withNote = (verdict: Verdicts['lines'][number], note: string): Verdicts['lines'][number] =>
  note === '' || verdict.reason !== undefined || verdict.verdict === 'unknown' ? verdict : { ...verdict, reason: note }

interface Known {
  byId: ReadonlyMap<string, ProductCard>
  wanted: ReadonlyMap<string, number>
  allocated: ReadonlyMap<string, Allocated>
  isOrdered: boolean
}

const check = (ids: string[], { byId, wanted, allocated, isOrdered }: Known): Verdicts['lines'][number] => {
  const [id = '', another] = ids
  const product = byId.get(id)
  if (!product) return { verdict: 'unknown', products: [] }
  if (another) return { verdict: 'several', products: ids }
  if (!isOrdered) return { verdict: 'noQuantity', products: [id] }
  const all = wanted.get(id) ?? 0
  const stock = product.isNonStocked ? Infinity : product.countInStock
  if (stock < 1) return { verdict: 'soldOut', products: [id], available: 0 }
  const allocation = allocated.get(id)
  const fits = fittingQuantity(product, all, Math.min(stock, allowedBy(allocation)))
  if (stock < all && fits === stock) return { verdict: 'short', products: [id], available: stock }
  const reason = limitBlock({ ...product, allocation }, Math.min(all, stock))
  if (reason)
    return {
      verdict: verdictOf(product, all),
      products: [id],
      available: fits,
      reason: stock < all ? `Only ${grouped(stock)} in stock. ${reason}` : reason,
    }
  const note = limitNote({ allocation }, all)
  return { verdict: product.isNonStocked ? 'specialOrder' : 'ok', products: [id], ...(note && { reason: note }) }
}

const verdictOf = (product: ProductCard, quantity: number): 'overLimit' | 'underMinimum' | 'packMultiple' => {
  if (quantity % (product.orderMultiple ?? 1) !== 0) return 'packMultiple'
  return quantity < minimumQuantity(product) ? 'underMinimum' : 'overLimit'
}

interface Meaning {
  /** NDCs as 11 digits. */
  ndcs: string[]
  /** The code as typed (an item number or a product URL) and product numbers found in a scanned code. */
  texts: string[]
  /** 14 digits; for a case code also the GTIN of the package inside. */
  gtins: string[]
  scan: Scan | null
}

const meaningOf = (code: string): Meaning => {
  const text = code.replaceAll('\0', '').trim()
  const scan = readScan(text)
  const ndcs = codesOf(text)
  const gtin = gtinOf(text)?.padStart(14, '0')
  return {
    ndcs: ndcs.length > 0 ? ndcs : unpaddedCodes(text),
    // Short numbers are skipped because several labelers may use the same one.
    texts: [text, ...(scan?.numbers ?? []).filter(({ length }) => length >= 6)].filter((one) => one !== ''),
    gtins: [...new Set([...(gtin ? [gtin] : []), ...(scan?.gtins ?? []).flatMap((one) => [one, packageGtin(one)])])],
    scan,
  }
}

/** The published products that match each code and are visible to the viewer. NDC matches take precedence. */
const productsBy = async (
  db: Db,
  meanings: Meaning[],
  { user, seesRestricted }: Viewer,
): Promise<(meaning: Meaning) => string[]> => {
  const ndcs = meanings.flatMap((meaning) => meaning.ndcs)
  const texts = meanings.flatMap((meaning) => meaning.texts)
  const gtins = meanings.flatMap((meaning) => meaning.gtins)
  const { rows } = await sql<{ id: string; ndc: string; number: string; slug: string; gtin: string }>`
    select id, case when is_item_number then '' else ndc_key end as ndc, ndc_number as number, slug,
      case when gtin = '' then '' else lpad(gtin, 14, '0') end as gtin
    from product
    where is_published and ${isVisibleTo(sql`${user?.businessId ?? null}::uuid`, sql`${seesRestricted}::boolean`)} and id in (
      select id from product where ndc_key = any(${ndcs}::text[])
        and deleted_at is null and not is_item_number and ndc_key <> ''
      union all
      select id from product where ndc_number = any(${texts}::text[]) and deleted_at is null
      union all
      select id from product where slug = any(${texts}::text[]) and deleted_at is null
      union all
      select id from product where lpad(gtin, 14, '0') = any(${gtins}::text[]) and deleted_at is null and gtin <> '')
    order by ndc_key, id`.execute(db)
  const byNdc = Map.groupBy(rows, ({ ndc }) => ndc)
  const byGtin = Map.groupBy(rows, ({ gtin }) => gtin)
  const byNumber = Map.groupBy(rows, ({ number }) => number)
  const bySlug = new Map(rows.map((row) => [row.slug, [row]]))
  return ({ ndcs: keys, texts: [text = '', ...numbers], gtins: codes }) => {
    const named = [
      keys.flatMap((key) => byNdc.get(key) ?? []),
      codes.flatMap((gtin) => byGtin.get(gtin) ?? []),
      [text, ...numbers].flatMap((number) => byNumber.get(number) ?? []),
      bySlug.get(text) ?? [],
    ].find((some) => some.length > 0)
    return [...new Set((named ?? []).map(({ id }) => id))]
  }
}
