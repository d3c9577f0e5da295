import { createHash } from 'node:crypto'

/** Dosage forms with the words that indicate them and buyers' synonyms; the first match wins. */
const forms: readonly [form: string, words: string, written?: string][] = [
  ['Suppository', 'suppository|suppositories|supp', 'suppository supp suppositories'],
  ['Lozenge', 'lozenges?|troches?', 'lozenge loz troche'],
  ['Tablet', 'tablets?|tabs?|caplets?|odt', 'tablet tab tabs tbl caplet'],
  ['Capsule', 'capsules?|caps?|softgels?|gelcaps?', 'capsule cap caps'],
  ['Patch', 'patch|patches|transdermal|plasters?', 'patch ptch tds transdermal'],
  ['Inhaler', 'inhalers?|inhalant|inhalation powder|aerosol metered', 'inhaler inh mdi'],
  [
    'Injection',
    'injections?|injectable|inj|prefilled syringes?|auto-injectors?|injectors?|cartridges?|pens?',
    'injection inj injectable',
  ],
  ['Spray', 'sprays?|aerosol', 'spray spr'],
  ['Drops', 'drops?|ophthalmic solution|ophthalmic suspension|otic solution|otic suspension', 'drops gtt'],
  ['Ointment', 'ointments?|oint', 'ointment oint ung'],
  ['Cream', 'creams?|crm', 'cream crm'],
  ['Lotion', 'lotions?', 'lotion lot'],
  ['Shampoo', 'shampoos?', 'shampoo shmp shamp'],
  ['Foam', 'foams?|foaming'],
  ['Toothpaste', 'toothpaste|dentifrice'],
  ['Mouthwash', 'mouthwash|rinse'],
  ['Enema', 'enemas?'],
  ['Gum', 'gum'],
  ['Soap', 'soaps?|hand wash|handwash'],
  ['Swab', 'swabs?|swabsticks?'],
  ['Wipe', 'wipes?|pads?|cloths?|towelettes?'],
  ['Implant', 'implants?|intrauterine'],
  ['Insert', 'inserts?|ring|vaginal system'],
  ['Granules', 'granules?|pellets?', 'granules gran'],
  ['Powder', 'powders?', 'powder pwd pdr powd'],
  ['Syrup', 'syrups?', 'syrup syr'],
  ['Elixir', 'elixirs?', 'elixir elix'],
  ['Suspension', 'suspensions?|susp', 'suspension susp'],
  ['Gel', 'gels?|jelly'],
  ['Paste', 'pastes?'],
  ['Film', 'films?|strips?'],
  ['Kit', 'kits?|pack'],
  ['Solution', 'solutions?|soln|sol', 'solution soln sol'],
  ['Oil', 'oils?'],
  ['Gas', 'gas|oxygen|nitrogen|nitrous oxide|carbon dioxide|helium'],
  ['Semi-solid', 'semi-solid'],
  ['Liquid', 'liquids?', 'liquid liq'],
]

/** A hash of the rules, stored to detect when forms must be derived again. */
export const formRules = createHash('sha256').update(JSON.stringify(forms)).digest('hex')

const patterns = forms.map(([form, words]) => [form, new RegExp(`(?<![a-z0-9-])(?:${words})(?![a-z0-9-])`)] as const)

/** Synonyms of dosage forms, one line per meaning. */
export const writtenForms: readonly string[] = forms.flatMap(([, , written]) => written ?? [])

/** The dosage form indicated by a product name; empty if there is none. */
export const formOf = (name: string): string => {
  const said = name.toLowerCase().replaceAll(/[\s,]+/g, ' ')
  return patterns.find(([, pattern]) => pattern.test(said))?.[0] ?? ''
}
