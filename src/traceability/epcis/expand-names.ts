/** Names of an @context with what they stand for. */
export type Terms = ReadonlyMap<string, string>

const known: readonly [string, string][] = [
  // The context of EPCIS defines it.
  ['cbvmda', 'urn:epcglobal:cbv:mda:'],
  // The US guideline writes it, and not all documents define it.
  ['gs1ushc', 'http://epcis.gs1us.org/hc/ns#'],
]

/** The terms that JSON-LD contexts define in the document itself; contexts at addresses are never fetched. */
export const termsOf = (contexts: readonly unknown[]): Terms =>
  new Map([
    ...known,
    ...contexts.flatMap((context) =>
      typeof context === 'object' && context !== null
        ? Object.entries(context).flatMap(([name, value]): [string, string][] => {
            const iri: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, '@id') : value
            return typeof iri === 'string' ? [[name, iri]] : []
          })
        : [],
    ),
  ])

/** The full form of a name such as `cbvmda:lotNumber`. */
export const expandName = (name: string, terms: Terms): string => {
  const term = terms.get(name) ?? name
  const [, prefix = '', local = ''] = /^([^:/]+):(?!\/\/)(.+)$/s.exec(term) ?? []
  const base = terms.get(prefix)
  return base === undefined ? term : base + local
}

/** The local name of instance or lot master data of the Core Business Vocabulary; null for another party's name. */
export const cbvName = (iri: string): string | null => /^urn:epcglobal:cbv:mda[:#]?(\w+)$/.exec(iri)?.[1] ?? null

/** The local name of the US guideline for healthcare; null for another party's name. */
export const usName = (iri: string): string | null =>
  /^https?:\/\/epcis\.gs1us\.org\/hc\/ns[#/:]?(\w+)$/.exec(iri)?.[1] ?? null
