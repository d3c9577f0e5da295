/** The layout of the code: `npm run check` rejects violations (docs/decisions/0021). */
export interface Layout {
  /** From the ground up: a room may use lower floors; rooms of one floor do not know each other. */
  ground: string[][]
  /** The rooms of the trade by wing; a wing may use the wings before it. */
  wings: Record<string, string[][]>
  above: string[][]
  /** Programs that simulate external systems: they share no code with the project. */
  apart: string[]
  /** Subfolders of a room; its screens may have the same ones. */
  folders: Record<string, string[]>
  /** Single words allowed as file names in a domain, in addition to the nouns of every domain and the domain's name. */
  nouns: Record<string, string[]>
  /** Rooms whose routes are pages for operators and not API calls. */
  withoutCalls: string[]
}

export const layout: Layout = {
  ground: [['shared'], ['platform', 'web'], ['spreadsheets']],
  wings: {
    records: [
      ['audit', 'mail', 'views'],
      ['branding', 'files'],
    ],
    people: [['identity'], ['customers'], ['colleagues']],
    catalog: [['catalog'], ['pricing'], ['product-admin'], ['search'], ['imports']],
    ordering: [
      ['ordering-rules', 'compliance'],
      ['cart', 'fulfillment'],
      ['orders'],
      ['order-changes', 'purchasing', 'reordering'],
    ],
    money: [['billing'], ['erp', 'traceability'], ['recalls'], ['returns'], ['reports', 'retention']],
  },
  above: [['demo'], ['portal'], ['e2e'], ['bench'], ['scripts'], ['config']],
  apart: ['simulators/erp', 'simulators/payments'],
  folders: {
    platform: ['http', 'db', 'embedded-postgres', 'jobs', 'pdf'],
    web: ['shell', 'ui', 'table', 'form'],
    identity: ['factors', 'sign-on'],
    customers: ['audience', 'business', 'notes'],
    colleagues: ['people', 'ship-to'],
    catalog: ['stock'],
    search: ['lexicon', 'index', 'query'],
    compliance: ['licenses', 'extracts', 'monitoring', 'schedules'],
    'ordering-rules': ['limits', 'delivery', 'methods'],
    cart: ['order-sheet'],
    orders: ['checkout', 'history'],
    purchasing: ['approvals', 'budgets', 'cost-centers'],
    reordering: ['guides', 'habits'],
    billing: ['invoices', 'payments'],
    erp: ['export', 'sync', 'byd', 'gateway'],
    recalls: ['quarantine', 'losses'],
    traceability: ['epcis', 'deliveries', 'partners', 'requests', 'suppliers'],
  },
  nouns: {
    catalog: ['maintenance'],
  },
  withoutCalls: ['mail'],
}

/** The floors of all wings, from the ground up. */
export const wingFloors = ({ wings }: Pick<Layout, 'wings'>): string[][] => Object.values(wings).flat()

/** The folders that the check covers. */
export const checkedFolders = ['src', 'demo', 'e2e', 'bench', 'scripts', 'config', 'simulators']

/** Null for a file outside of every room. */
export const roomOf = (file: string): string | null => {
  const apart = layout.apart.find((folder) => file.startsWith(`${folder}/`))
  if (apart) return apart
  const [first = '', second, third] = file.split('/')
  if (first !== 'src') return first
  return second !== undefined && third !== undefined ? second : null
}

/** Browser code: the shell, the screens of the domains, and the composition in portal/web. */
export const isScreen = (file: string): boolean => /^src\/(?:web|[^/]+\/web)\//.test(file)

/** A test starts a whole portal, so its imports do not count. */
export const isTest = (file: string): boolean => /(?:\.(?:test|prove)\.tsx?|\/testing(?:-[^/]+)?\.ts)$/.test(file)
