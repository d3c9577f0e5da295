import type { PackageFacts } from './make-facts.ts'

export interface NameParts {
  brand: string
  strength: string
  form: string
  pack: string
}

export const composeName = ({ brand, strength, form, pack }: NameParts): string => {
  const says = (word: string) => brand.toLowerCase().includes(word.toLowerCase())
  const said = [brand, says(strength) ? '' : strength, says(form) ? '' : form].filter(Boolean).join(' ')
  const words = said.replace(/\b([a-z]{4,}) \1\b/i, '$1')
  const most = 116 - pack.length
  // Long names are shortened in the brand, never in the strength.
  const short =
    words.length > most ? words.replace(brand, shortened(brand, brand.length - (words.length - most))) : words
  return [short, packBeside(form, pack)].filter(Boolean).join(', ')
}

const shortened = (text: string, letters: number): string => `${text.slice(0, letters).replace(/[\s,]+\S*$/, '')}…`

/** "Prefilled Syringe, 4 x 0.5 mL" does not need "syringes" at the end. */
const packBeside = (form: string, pack: string): string => {
  if (form === 'Kit' && pack === '1 kit') return ''
  return /Syringe|Auto-Injector|^Pen$|Cartridge/.test(form)
    ? pack.replace(/(?<=mL) (?:syringe|auto-injector|pen|cartridge|vial|carton)s?$/, '')
    : pack
}

/**
 * "325 MG / 7.5 MG" of hydrocodone and acetaminophen -> "7.5/325 mg"; creams, drops and infusions in percent, small
 * doses in micrograms. Empty if it is unclear which strength belongs to which ingredient.
 */
export const strengthWords = (facts: PackageFacts, millilitres: number | null): string => {
  const parts = asNamed(facts).map((part) => doseOf(part, facts))
  // Mixed amphetamine salts are labeled with their total.
  if (
    parts.length > 2 &&
    /dextroamphetamine.+amphetamine/i.test(facts.generic) &&
    parts.every(({ unit }) => unit === 'mg')
  )
    return doseWords({ amount: parts.reduce((sum, { amount }) => sum + amount, 0), unit: 'mg' })
  const [only] = parts
  if (!only) return ''
  if (parts.length === 1 && millilitres !== null && millilitres < 3 && millilitres !== 1 && isSingleDose(facts.form)) {
    return perContainer(only, millilitres)
  }
  if (parts.every((part) => part.unit === only.unit)) {
    return `${parts.map((part) => amountWords(part.amount)).join('/')}${only.unit === '%' ? '' : ' '}${only.unit}`
  }
  return parts.map(doseWords).join(' / ')
}

/** The sources list strengths alphabetically by ingredient; labels and buyers use the order of the name. */
const asNamed = ({ generic, strength }: PackageFacts): string[] => {
  const listed = strength.split(' / ').filter(Boolean)
  if (listed.length < 2) return listed
  const named = ingredientsOf(generic)
  // Some labels of combined insulins name only their common insulin.
  if (named.length !== listed.length)
    return /^insulin/i.test(generic)
      ? listed.toSorted((one, other) => Number.parseFloat(other) - Number.parseFloat(one))
      : []
  const sorted = named.toSorted((a, b) => (bareName(a) < bareName(b) ? -1 : 1))
  return named.map((name) => listed[sorted.indexOf(name)] ?? '')
}

const ingredientsOf = (generic: string): string[] => {
  const separator = [/ \/ |; /, /, and |, | and /, /(?<=[a-z])-(?=[A-Z])/].find((one) => one.test(generic))
  return separator ? generic.split(separator).filter(Boolean) : [generic]
}

/** The alphabetical order uses the sources' own names. */
const bareName = (ingredient: string): string =>
  ingredient
    .toLowerCase()
    .replace(/^white /, '')
    .replace('cyanocobalamin', 'vitamin b12')
    .replace('dextrose', 'glucose')
    .replace('levulose', 'fructose')

interface Dose {
  amount: number
  unit: string
}

const perContainer = ({ amount, unit }: Dose, millilitres: number): string => {
  const [mass, per] = unit.split('/')
  if (per !== 'mL' || !mass) return doseWords({ amount, unit })
  const inMilligrams = mass === 'mcg' ? (amount * millilitres) / 1000 : amount * millilitres
  const dose = mass === 'units' ? { amount: amount * millilitres, unit: mass } : small(inMilligrams, '', 0.5)
  return `${amountWords(dose.amount)} ${dose.unit}/${millilitres} mL`
}

const doseOf = (text: string, facts: PackageFacts): Dose => {
  const [value = '', listed = ''] = text.split(' ')
  const unit = facts.pack_unit === 'g' ? listed.replace('UNT/ML', 'UNT/g') : listed
  const amount = Number(value)
  if (unit === 'ML/ML') return { amount: amount * 100, unit: '%' }
  if (unit === 'MG/MG')
    return amount < 0.00001 ? { amount: amount * 1e6, unit: 'mcg/g' } : { amount: amount * 100, unit: '%' }
  if (unit === 'MG/ML') return isPercentage(facts) ? { amount: amount / 10, unit: '%' } : small(amount, '/mL')
  if (unit === 'MG/ACTUAT') return small(amount, '/actuation', 1)
  if (unit === 'MG/HR') {
    return /fentanyl|buprenorphine/i.test(facts.generic)
      ? { amount: amount * 1000, unit: 'mcg/hr' }
      : { amount: Number((amount * 24).toPrecision(3)), unit: 'mg/24 hr' }
  }
  if (unit === 'MG') return small(amount, '')
  return { amount, unit: unitWord(unit) }
}

const small = (milligrams: number, per: string, below = 0.1): Dose =>
  milligrams < below ? { amount: milligrams * 1000, unit: `mcg${per}` } : { amount: milligrams, unit: `mg${per}` }

const isPercentage = ({ route, category, generic }: PackageFacts): boolean =>
  ['Topical', 'Ophthalmic', 'Otic', 'Dental', 'Vaginal', 'Irrigation'].includes(route) ||
  (category === 'IV Fluids & Nutrition' && /sodium chloride|dextrose|glucose/i.test(generic))

const isSingleDose = (form: string): boolean => form === 'Prefilled Syringe' || form === 'Auto-Injector'

const unitWord = (unit: string): string =>
  unit
    .replace('UNT', 'units')
    .replace('MEQ', 'mEq')
    .replace('ACTUAT', 'actuation')
    .replace('/ML', '/mL')
    .replace('/MG', '/mg')

const amountWords = (amount: number): string => {
  const tidy = Number(amount.toPrecision(amount >= 1000 ? 9 : 4))
  return tidy >= 10_000 ? tidy.toLocaleString('en-US') : String(tidy)
}
const doseWords = ({ amount, unit }: Dose): string => `${amountWords(amount)}${unit === '%' ? '' : ' '}${unit}`

const forms: [RegExp, string][] = [
  [/Tablet.*(?:Orally )Disintegrating/, 'ODT'],
  [/Tablet.*Extended Release|Extended Release Oral Tablet/, 'ER Tablet'],
  [/Tablet.*Delayed Release|Delayed Release Oral Tablet/, 'DR Tablet'],
  [/Tablet, Chewable/, 'Chewable Tablet'],
  [/Tablet, Effervescent/, 'Effervescent Tablet'],
  [/Tablet, for Suspension/, 'Tablet for Suspension'],
  [/Tablet/, 'Tablet'],
  [/Capsule.*Extended Release/, 'ER Capsule'],
  [/Capsule.*Delayed Release/, 'DR Capsule'],
  [/Capsule, Liquid Filled/, 'Softgel'],
  [/Capsule/, 'Capsule'],
  [/Injection, Powder/, 'Powder for Injection'],
  [/^Injectable Suspension/, 'Injectable Suspension'],
  [/^Inject/, 'Injection'],
  [/^Pen Injector/, 'Pen'],
  [/^Topical (?!Solution)/, ''],
  [/^Metered Dose /, ''],
  [/^Medicated /, ''],
  [/Transdermal|Patch/, 'Patch'],
  [/^Granule/, 'Granules'],
  [/^Powder, Metered/, 'Inhalation Powder'],
  [/^Aerosol, Metered/, 'Inhalation Aerosol'],
  [/^Spray, Metered/, 'Metered Spray'],
  [/^Spray/, 'Spray'],
  [/^Powder, for /, 'Powder for Suspension'],
  [/^Film, Soluble/, 'Film'],
  [/^Extended Release Suspension/, 'ER Suspension'],
  [/^Pack$|^Kit$/, 'Kit'],
]
export const formWords = (form: string, strengthAndPack: string): string => {
  if (form === 'Powder' && strengthAndPack.includes('inhaler')) return 'Inhalation Powder'
  const known = forms.find(([pattern]) => pattern.test(form))
  if (!known) return form
  return known[1] === '' ? form.replace(known[0], '') : known[1]
}

const smallWords = new Set(['and', 'with', 'in', 'of', 'for', 'a', 'the', 'w/'])
const acronym = /^(?:[A-Z]{1,2}|USA|LLC|AVA|DLC|ECR|SDA|STI|BTG|CVS|GNP|[A-Z]*\d[A-Z\d]*)$/
/** Converts all-caps, lowercase and tall-man words to normal case; intentional mixed case stays. */
export const calm = (text: string): string => {
  const shouted = text === text.toUpperCase()
  return text
    .replaceAll(/[^\s/-]+/g, (word, at: number) => {
      const bare = word.replaceAll(/[(),.]/g, '')
      if (at > 0 && smallWords.has(bare.toLowerCase())) return word.toLowerCase()
      if (/^[A-Z]?[a-z]+[A-Z]{3,}[a-zA-Z]*$|^[A-Z]{3,}[a-z]{3,}$/.test(bare) || /^[a-z]{4,}$/.test(bare))
        return title(word)
      return /^[A-Z]+$/.test(bare) && (bare.length > (at > 0 ? 3 : 4) || (shouted && !acronym.test(bare)))
        ? title(word)
        : word
    })
    .replace(/^[a-z]|-[a-z]$/g, (letter) => letter.toUpperCase())
    .trim()
}
const title = (word: string): string => word.toLowerCase().replace(/[a-z]/, (first) => first.toUpperCase())

/** "Torrent Pharmaceuticals Limited" -> "Torrent": enough to distinguish two manufacturers of one product. */
export const makerWord = (manufacturer: string): string =>
  manufacturer
    .replace(/\(.*$|\bDBA\b.*$|d\/b\/a.*$|,? a (?:subsidiary|business|Viatris).*$/i, '')
    .replaceAll(
      /,?\s*\b(?:Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Corporation|Co|LP|L\.P|GmbH|AG|Company|USA?|U\.S\.A?)\b\.?/g,
      '',
    )
    .replaceAll(/\s*\b(?:Pharmaceuticals?|Pharma|Laboratories|Healthcare|Health Care|Holdings?|Labs)\b/g, '')
    .replaceAll(/(?:[\s,.&]| and$)+$/g, '')
    .trim()
