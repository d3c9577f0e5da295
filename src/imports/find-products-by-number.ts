import type { Db, Tx } from '#platform/db/tables.ts'
import type { ImportOptions } from './import-kind.ts'
import { BadRow } from './read-row.ts'
import { choicesFor, resolvedKey } from './resolve-ndc.ts'

interface NamedProduct {
  id: string
  name: string
  ndc_number: string
  price: number
}

/** The products that the rows of a part name. */
export const findProductsByNumber = async (
  db: Db | Tx,
  numbers: string[],
  { productId, elevenDigits }: ImportOptions,
) => {
  const keys = numbers.flatMap((number) => choicesFor(number, elevenDigits).candidates)
  const rows = await db
    .selectFrom('product')
    .select(['id', 'name', 'ndc_number', 'ndc_key', 'price'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      productId
        ? eb('id', '=', productId)
        : eb.or([
            eb.and([
              eb('ndc_key', '=', eb.fn.any(eb.val(keys))),
              eb('ndc_key', '<>', ''),
              eb('is_item_number', '=', false),
            ]),
            eb('ndc_number', '=', eb.fn.any(eb.val(numbers))),
          ]),
    )
    .execute()
  const byNumber = Map.groupBy(rows, ({ ndc_number }) => ndc_number)
  const byKey = new Map(rows.map((one) => [one.ndc_key, one]))
  const of = (number: string): NamedProduct => {
    if (productId) {
      const [only] = rows
      if (!only) throw new BadRow('The product has been deleted.')
      return only
    }
    if (!number) throw new BadRow('NDC Number is missing.')
    const [exact, another] = byNumber.get(number) ?? []
    if (another) throw new BadRow(`${number} matches several products.`)
    if (exact) return exact
    const found = byKey.get(resolvedKey(choicesFor(number, elevenDigits), (key) => byKey.has(key)))
    if (!found) throw new BadRow(`There is no product ${number}.`)
    return found
  }
  return { of, ids: rows.map(({ id }) => id) }
}
