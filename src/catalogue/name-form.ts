/**
 * Words of a product's name and the dosage form they tell, as a buyer calls it; the first that fits wins, so that a
 * film-coated tablet is no film and a vial of powder for injection is an injection.
 */
const forms: readonly [form: string, words: string][] = [
  ['Suppository', 'suppository|suppositories|supp'],
  ['Lozenge', 'lozenges?|troches?'],
  ['Tablet', 'tablets?|tabs?|caplets?|odt'],
  ['Capsule', 'capsules?|caps?|softgels?|gelcaps?'],
  ['Patch', 'patch|patches|transdermal|plasters?'],
  ['Inhaler', 'inhalers?|inhalant|inhalation powder|aerosol metered'],
  ['Injection', 'injections?|injectable|inj|prefilled syringes?|auto-injectors?|injectors?|cartridges?|pens?'],
  ['Spray', 'sprays?|aerosol'],
  ['Drops', 'drops?|ophthalmic solution|ophthalmic suspension|otic solution|otic suspension'],
  ['Ointment', 'ointments?|oint'],
  ['Cream', 'creams?|crm'],
  ['Lotion', 'lotions?'],
  ['Shampoo', 'shampoos?'],
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
  ['Granules', 'granules?|pellets?'],
  ['Powder', 'powders?'],
  ['Syrup', 'syrups?'],
  ['Elixir', 'elixirs?'],
  ['Suspension', 'suspensions?|susp'],
  ['Gel', 'gels?|jelly'],
  ['Paste', 'pastes?'],
  ['Film', 'films?|strips?'],
  ['Kit', 'kits?|pack'],
  ['Solution', 'solutions?|soln|sol'],
  ['Oil', 'oils?'],
  ['Gas', 'gas|oxygen|nitrogen|nitrous oxide|carbon dioxide|helium'],
  ['Semi-solid', 'semi-solid'],
  ['Liquid', 'liquids?'],
]

const patterns = forms.map(([form, words]) => [form, new RegExp(`(?<![a-z0-9-])(?:${words})(?![a-z0-9-])`)] as const)

/** The dosage form that the name of a product tells, or '' when it tells none. */
export const formOf = (name: string): string => {
  const said = name.toLowerCase().replaceAll(/[\s,]+/g, ' ')
  return patterns.find(([, pattern]) => pattern.test(said))?.[0] ?? ''
}
