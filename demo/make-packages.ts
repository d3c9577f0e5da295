import type { PackageFacts } from './make-facts.ts'

interface Level {
  count: number
  thing: string
  container: string
}

interface Contents {
  outer: string
  inner: string
  /** The number of inner containers in the package, and the contents of each: 30 tablets, or 0.5 mL. */
  containers: number
  amount: number
  unit: string
}

export interface PackageWords {
  /** The end of the product name: "30 ct bottle", "4 x 0.5 mL syringes". */
  short: string
  /** The package line: "Carton of 4 syringes, 0.5 mL each". */
  long: string
  /** mL per container, if the package is measured in mL. */
  millilitres: number | null
}

export const packageText = (facts: PackageFacts): PackageWords => {
  if (facts.package.includes('*') || facts.pack_unit === 'KIT') return kitWords(facts)
  const contents = contentsOf(facts)
  const { inner, containers, amount, unit } = contents
  const each = isMeasure(unit) ? `${tidy(amount)} ${unit}` : unit === 'dose' ? `${amount}-dose` : `${tidy(amount)} ct`
  const holder = innerOf(contents)
  const short = isCounted(contents)
    ? `${containers * amount} ${plural(holder === unit || !holder ? unit : holder, containers * amount)}`
    : containers === 1
      ? `${each} ${holder}`
      : isBlister(inner)
        ? `${tidy(containers * amount)} ct ${contents.outer.includes('unit-dose') ? 'unit-dose box' : 'blister pack'}`
        : `${containers} x ${each} ${plural(holder, containers)}`
  return {
    short: short.trim(),
    long: capital(longWords(contents)),
    millilitres: unit === 'mL' ? amount : null,
  }
}

const longWords = (contents: Contents): string => {
  const { inner, containers, amount, unit } = contents
  const holder = innerOf(contents)
  const outer = outerWord(contents.outer)
  const what = isMeasure(unit) ? `${tidy(amount)} ${unit}` : `${tidy(amount)} ${plural(unit, amount)}`
  const boxed = outer !== holder && outer !== ''
  if (isCounted(contents)) {
    const things = `${containers * amount} ${plural(holder && holder !== 'pouch' ? holder : unit, containers * amount)}`
    return boxed ? `${outer} of ${things}` : things
  }
  if (isBlister(inner)) {
    const all = `${tidy(containers * amount)} ${plural(unit, containers * amount)}`
    if (containers === 1) return `blister pack of ${all}`
    return `${outer} of ${all}, ${amount === 1 ? 'individually packed' : `${containers} blister packs of ${tidy(amount)}`}`
  }
  if (holder === 'carton' && isMeasure(unit)) return `carton, ${what}`
  if (containers > 1)
    return `${boxed ? `${outer} of ` : ''}${containers} ${plural(holder || 'unit', containers)}, ${what} each`
  if (isMeasure(unit)) return boxed ? `${outer} with one ${what} ${holder}`.trim() : `${what} ${holder}`.trim()
  return boxed && holder ? `${outer} with one ${holder} of ${what}` : holder ? `${holder} of ${what}` : what
}

const contentsOf = (facts: PackageFacts): Contents => {
  const simple = /^([\d.]+) x ([\d.]+) (\S+)$/.exec(facts.package)
  if (simple) return estimated(facts, Number(simple[1]), Number(simple[2]), simple[3] ?? 'EA')
  const levels = facts.package
    .split(' > ')
    .map(levelOf)
    .filter((level) => level.thing !== 'h')
  const last = levels.at(-1) ?? { count: Number(facts.pack_qty), thing: 'unit', container: '' }
  const inner = isWrapping(last.container) && levels.length > 1 && !isMeasure(last.thing) ? last.thing : last.container
  const containers = levels.slice(0, -1).reduce((product, level) => product * level.count, 1)
  if (inner === 'inhaler') return { outer: 'carton', inner, containers, amount: last.count, unit: 'dose' }
  return { outer: levels[0]?.container ?? '', inner, containers, ...metric(last.count, last.thing) }
}

const levelOf = (text: string): Level => {
  const [, count = '1', thing = 'unit', per = '1', container = ''] =
    /^([\d.]+) (.+?) in ([\d.]+) (.+)$/.exec(text) ?? []
  return { count: Number(count) / Number(per), thing: thingWord(thing), container: thingWord(container) }
}

/** The source has only "10 x 5 mL": the container is derived from the form, or omitted. */
const estimated = (facts: PackageFacts, containers: number, amount: number, unit: string): Contents => {
  const injected = facts.route === 'Injection'
  const inner = /Syringe/.test(facts.form)
    ? 'syringe'
    : /Auto-Injector/.test(facts.form)
      ? 'auto-injector'
      : /Pen/.test(facts.form)
        ? 'pen'
        : /Cartridge/.test(facts.form)
          ? 'cartridge'
          : /Granule|Powder/.test(facts.form) && !injected
            ? 'packet'
            : injected && (unit === 'EA' || amount <= 50)
              ? 'vial'
              : /Tablet|Capsule|Oral/.test(facts.form)
                ? 'bottle'
                : ''
  const solid = /Tablet/.test(facts.form) ? 'tablet' : /Capsule/.test(facts.form) ? 'capsule' : inner || 'unit'
  return {
    outer: containers > 1 ? 'carton' : inner,
    inner,
    containers,
    ...metric(amount, unit === 'EA' ? solid : unit),
  }
}

const kitWords = (facts: PackageFacts): PackageWords => {
  const parts = [...facts.package.matchAll(/([\d.]+) (mL|g) in 1 ([A-Z]+)/g)].map(
    ([, amount = '', unit, container = '']) => `${tidy(Number(amount))} ${unit} ${thingWord(container)}`,
  )
  const kits = Math.max(1, Number(facts.pack_qty))
  const list =
    parts.length > 0
      ? ` (${[...Map.groupBy(parts, (part) => part)].map(([part, same]) => (same.length > 1 ? `${same.length} x ${part}` : part)).join(', ')})`
      : ''
  const words = kits === 1 ? '1 kit' : `${kits} kits`
  return { short: words, long: `Carton with ${words}${list}`, millilitres: null }
}

const metric = (amount: number, unit: string) =>
  unit === 'L' && amount < 1 ? { amount: Math.round(amount * 1000), unit: 'mL' } : { amount, unit }

const solids: [RegExp, string][] = [
  [/^TABLET/, 'tablet'],
  [/^CAPSULE/, 'capsule'],
  [/^INJECTION/, 'unit'],
  [/^POWDER|^GRANULE/, 'packet'],
  [/^FILM/, 'film'],
  [/^PATCH/, 'patch'],
  [/^AMPULE/, 'ampule'],
  [/^BOTTLE, DROPPER/, 'dropper bottle'],
  [/^BOTTLE, SPRAY/, 'spray bottle'],
  [/^BOTTLE, PUMP/, 'pump bottle'],
  [/^BOTTLE/, 'bottle'],
  [/^BOX, UNIT-DOSE/, 'unit-dose box'],
  [/^CUP/, 'unit-dose cup'],
  [/^INTRAUTERINE/, 'intrauterine device'],
]
const thingWord = (thing: string): string => {
  if (isMeasure(thing) || thing === 'h') return thing
  const known = solids.find(([pattern]) => pattern.test(thing))
  return known ? known[1] : (thing.split(',')[0] ?? thing).toLowerCase()
}

const isMeasure = (unit: string): boolean => ['mL', 'g', 'L', 'mg'].includes(unit)
const isBlister = (container: string): boolean => container === 'blister pack'
const isWrapping = (container: string): boolean => ['pouch', 'packet'].includes(container)
/** One item per wrapping (a patch in a pouch, a vial of powder): name the items, not the wrappings. */
const isCounted = ({ inner, amount, unit }: Contents): boolean =>
  !isMeasure(unit) && !isBlister(inner) && amount === 1 && unit !== 'tablet' && unit !== 'capsule'
    ? true
    : !isMeasure(unit) && inner === unit
const innerOf = ({ inner }: Contents): string => (inner === 'package' || inner === 'container' ? '' : inner)
const outerWord = (outer: string): string => (outer === 'package' || outer === 'container' ? 'pack' : outer)
const plural = (word: string, count: number): string =>
  count === 1 || word === ''
    ? word
    : word.endsWith('y')
      ? word.replace(/y$/, 'ies')
      : /(?:s|x|ch)$/.test(word)
        ? `${word}es`
        : `${word}s`
const tidy = (amount: number): string => String(Number(amount.toFixed(3)))
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
