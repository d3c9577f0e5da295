/**
 * Conversions that apply to single drugs. Without an entry nothing is converted, and a strength in other units is asked
 * about. A mixture lists its substances alphabetically, separated by ` + `.
 */
export interface DrugStrengths {
  /** The weight of one unit in mg. */
  milligrams: Readonly<Record<string, number>>
  /** Fractions of the salt's weight, for drugs that labels state either as the salt or as the active part. */
  parts: readonly number[]
  /** Labels use micrograms and milligrams, often without saying which. */
  isInMicrograms: boolean
  /** Hours that a patch or spray lasts, if its strength is stated for that time. */
  hours: number | null
  /** A single number that stands for all strengths of a mixture. */
  calledBy: 'sum' | 'first' | null
}

const weights = [
  // 74.55 mg, but labels round: 20 mEq is 1,500 mg.
  'potassium chloride: meq 75, mmol 75',
  'sodium chloride: meq 58.44, mmol 58.44',
  'sodium bicarbonate: meq 84, mmol 84',
  'sodium acetate: meq 82.03, mmol 82.03',
  'potassium acetate: meq 98.14, mmol 98.14',
  'potassium citrate: meq 108',
  'potassium bicarbonate: meq 100.1',
  'magnesium sulfate: meq 123.2, mmol 246.5',
  'calcium gluconate: meq 215, mmol 430',
  'calcium chloride: meq 73.5, mmol 147',
  'sodium lactate: meq 112, mmol 112',
  'ammonium chloride: meq 53.5',
  'cholecalciferol: units 0.000025',
  'vitamin d: units 0.000025',
  'vitamin d3: units 0.000025',
  'ergocalciferol: units 0.000025',
  'vitamin d2: units 0.000025',
  'penicillin v: units 0.000625',
  'polymyxin b: units 0.0001',
]

const partsOfSalts = [
  'ferrous sulfate: 0.2',
  'iron: 0.2',
  'ferrous gluconate: 0.1157',
  'ferrous fumarate: 0.328',
  'calcium carbonate: 0.4',
  'zinc sulfate: 0.2273',
  'naproxen: 0.9091',
  'chloroquine: 0.6',
  'hydroxychloroquine: 0.775',
  'sodium fluoride: 0.4545',
  'fluoride: 0.4545',
  'albuterol: 0.8333',
  'magnesium oxide: 0.6031',
]

const inMicrograms = [
  'levothyroxine|liothyronine|digoxin|linaclotide|misoprostol|calcitriol|paricalcitol|doxercalciferol|cyanocobalamin|vitamin b12',
  'hydroxocobalamin|methylcobalamin|folic acid|cholecalciferol|ergocalciferol|vitamin d|vitamin d3|vitamin d2|fentanyl|sufentanil|remifentanil',
  'octreotide|clonidine|albuterol|levalbuterol|ipratropium|fluticasone|mometasone|beclomethasone|budesonide|formoterol|salmeterol',
  'fluticasone + salmeterol|fluticasone + vilanterol|budesonide + formoterol|formoterol + mometasone|albuterol + ipratropium',
  'tiotropium|umeclidinium|vilanterol|umeclidinium + vilanterol|lubiprostone|alprostadil|exenatide|teriparatide|dexmedetomidine',
  'desmopressin|fludrocortisone|cabergoline|biotin|phytonadione|vitamin k|nitroglycerin|buprenorphine|roflumilast|filgrastim',
  'darbepoetin alfa|ethinyl estradiol + norethindrone|estradiol|ethinyl estradiol + levonorgestrel|glycopyrrolate|azelastine|ciclesonide|flunisolide|triamcinolone',
]

const hoursOf = [
  'estradiol 24|nicotine 24|clonidine 24|rivastigmine 24|selegiline 24|rotigotine 24|oxybutynin 24|testosterone 24|methylphenidate 9',
  'ethinyl estradiol + norelgestromin 24|estradiol + levonorgestrel 24|estradiol + norethindrone 24|granisetron 24|scopolamine 72|levonorgestrel 24|asenapine 24',
]

const sums =
  'amphetamine + dextroamphetamine|piperacillin + tazobactam|ampicillin + sulbactam|avibactam + ceftazidime|ceftolozane + tazobactam|ticarcillin + clavulanate'

const firsts = 'amoxicillin + clavulanate|amoxicillin + clavulanic acid|cilastatin + imipenem|meropenem + vaborbactam'

const textOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split('|'))

/** The words in alphabetical order; for a mixture only its substances. */
const keyOf = (drug: string): string => (drug.includes(' + ') ? drug : drug.split(' ').toSorted().join(' '))

const parted = (text: string): [drug: string, rest: string] => {
  const [drug = '', rest = ''] = text.split(': ')
  return [drug, rest]
}

const [milligrams, parts] = [
  new Map(
    weights.map(parted).map(([drug, rest]) => [
      keyOf(drug),
      Object.fromEntries(
        rest.split(', ').map((one) => {
          const [unit = '', each] = one.split(' ')
          return [unit, Number(each)]
        }),
      ),
    ]),
  ),
  new Map(partsOfSalts.map(parted).map(([drug, rest]) => [keyOf(drug), rest.split(', ').map(Number)])),
]
const micrograms = new Map(textOf(inMicrograms).map((drug) => [keyOf(drug), true] as const))
const hours = new Map(
  textOf(hoursOf).map((one) => {
    const at = one.lastIndexOf(' ')
    return [keyOf(one.slice(0, at)), Number(one.slice(at))] as const
  }),
)
const called = new Map([
  ...sums.split('|').map((drug) => [drug, 'sum'] as const),
  ...firsts.split('|').map((drug) => [drug, 'first'] as const),
])

/** The composition of a drug: `ferrous`, as a sulfate. */
export interface Consisting {
  substances: readonly string[]
  salts: readonly string[]
}

/** Facts about the salt take precedence over facts about the substance. */
export const drugStrengths = ({ substances, salts }: Consisting): DrugStrengths => {
  const plain = keyOf(substances.toSorted().join(' + '))
  const salted = substances.length > 1 ? plain : keyOf([...substances, ...salts].join(' '))
  const of = <Fact>(facts: ReadonlyMap<string, Fact>): Fact | undefined => facts.get(salted) ?? facts.get(plain)
  return {
    milligrams: of(milligrams) ?? {},
    parts: of(parts) ?? [],
    isInMicrograms: of(micrograms) === true,
    hours: of(hours) ?? null,
    calledBy: of(called) ?? null,
  }
}
