import type { Answer } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { sql } from 'kysely'
import { type Dose, readStrengths } from '#shared/read-strengths.ts'
import type { catalog, Equivalents, ProductCard } from './contract.ts'
import { comparableForm } from './fact-shapes.ts'
import type { Viewer } from './resolve-viewer.ts'
import { isVisibleTo } from './filter-visible.ts'
import { hitsOf } from './read-cards.ts'

type SameDrug = Answer<typeof catalog.sameDrug>
type Relation = 'packs' | 'makers' | 'strengths'

const maxLookups = 500
const maxOfEach = 8

/**
 * Other packs, makers and strengths by generic name, form and route, those in stock before others, sorted by strength and
 * the viewer's price; none if a fact is unknown.
 */
export const sameDrugAs = async (
  db: Db,
  { id, refusedFor }: { id: string; refusedFor: string },
  viewer: Viewer,
): Promise<SameDrug> => {
  const product = await factsOf(db, viewer)
    .where('id', '=', id)
    .$if(!viewer.seesDrafts, (query) => query.where('is_published', '=', true))
    .executeTakeFirstOrThrow(() => notFound('Product'))
  const others = isKnown(product)
    ? await factsOf(db, viewer)
        .where(sql`lower(generic_name)`, '=', product.generic_name.toLowerCase())
        .where('generic_name', '<>', '')
        .where('is_published', '=', true)
        .where('id', '<>', id)
        .orderBy(sql`count_in_stock > 0 or is_non_stocked`, 'desc')
        .orderBy('name')
        .limit(maxLookups)
        .execute()
    : []
  const related = others.flatMap((other) => {
    const relation = relationOf(product, other)
    return relation && !(refusedFor && relation === 'makers') ? [{ id: other.id, relation }] : []
  })
  const idsOf = (wanted: Relation) =>
    related.flatMap((one) => (one.relation === wanted ? [one.id] : [])).slice(0, maxOfEach)
  const chosen = { packs: idsOf('packs'), makers: idsOf('makers'), strengths: idsOf('strengths') }
  const { products } = await hitsOf(db, viewer, Object.values(chosen).flat())
  const dosesOf = new Map(others.map((other) => [other.id, readStrengths(other.strength).doses]))
  const cardsOf = (ids: string[]) =>
    products
      .filter(({ _id }) => ids.includes(_id))
      .toSorted(
        (one, other) =>
          compareDoses(dosesOf.get(one._id) ?? [], dosesOf.get(other._id) ?? []) ||
          (priceOf(one) ?? 0) - (priceOf(other) ?? 0),
      )
  return {
    packs: cardsOf(chosen.packs),
    makers: cardsOf(chosen.makers),
    strengths: cardsOf(chosen.strengths),
    refusedFor,
  }
}

/** The card of a viewer has no contract price but theirs. */
const priceOf = ({ customPricingList, price }: ProductCard): number | null => customPricingList[0]?.price ?? price

const compareDoses = (doses: readonly Dose[], others: readonly Dose[]): number =>
  doses.map(({ amount }, at) => amount - (others[at]?.amount ?? 0)).find((difference) => difference !== 0) ?? 0

const maxOffered = 3

/**
 * In-stock equivalents of several products: same drug, strength, form and route, largest stock first; none on hold, such
 * as recalled ones.
 */
export const equivalentsFor = async (
  db: Db,
  { ids, refusedFor }: { ids: readonly string[]; refusedFor: string },
  viewer: Viewer,
): Promise<Equivalents> => {
  if (refusedFor) return { refusedFor, offers: {}, products: [] }
  const asked = (ids.length > 0 ? await factsOf(db, viewer).where('id', 'in', ids).execute() : []).filter(isKnown)
  const names = [...new Set(asked.map(genericOf))]
  const others = await factsOf(db, viewer)
    .where(sql<boolean>`lower(generic_name) = any(${names}::text[])`)
    .where('generic_name', '<>', '')
    .where('is_published', '=', true)
    .where(sql<boolean>`(count_in_stock > 0 or is_non_stocked)`)
    .where('is_on_hold', '=', false)
    .orderBy('count_in_stock', 'desc')
    .limit(maxCompared)
    .execute()
  const byName = Map.groupBy(others, genericOf)
  const offers = Object.fromEntries(
    asked.flatMap((product) => {
      const same = (byName.get(genericOf(product)) ?? []).filter(({ id, ...other }) => {
        const relation = id === product.id ? null : relationOf(product, { id, ...other })
        return relation === 'makers' || relation === 'packs'
      })
      return same.length > 0 ? [[product.id, same.slice(0, maxOffered).map(({ id }) => id)]] : []
    }),
  )
  const { products } = await hitsOf(db, viewer, [...new Set(Object.values(offers).flat())])
  return { refusedFor, offers, products }
}

const maxCompared = 5_000

const factsOf = (db: Db, { user, seesRestricted }: Viewer) =>
  db
    .selectFrom('product')
    .select(['id', 'generic_name', 'brand', 'manufacturer', 'strength', 'dosage_form', 'route'])
    .where('deleted_at', 'is', null)
    .$if(!seesRestricted, (query) => query.where(isVisibleTo(sql`${user?.businessId ?? null}::uuid`)))

type Facts = Awaited<ReturnType<ReturnType<typeof factsOf>['executeTakeFirstOrThrow']>>

const isKnown = ({ generic_name, strength, dosage_form, route }: Facts): boolean =>
  [generic_name, strength, dosage_form, route].every((fact) => fact !== '')

const relationOf = (product: Facts, other: Facts): Relation | null => {
  const isSameForm =
    isKnown(other) &&
    comparableForm(product.dosage_form) === comparableForm(other.dosage_form) &&
    plain(product.route) === plain(other.route)
  if (!isSameForm) return null
  if (plain(product.strength) !== plain(other.strength)) return 'strengths'
  const isSameMaker =
    plain(product.manufacturer) === plain(other.manufacturer) && plain(product.brand) === plain(other.brand)
  return isSameMaker ? 'packs' : 'makers'
}

const genericOf = ({ generic_name: name }: Facts): string => name.toLowerCase()

const plain = (fact: string): string => fact.toLowerCase().replaceAll(/\s+/g, '')
