/** What the house looks like: `npm run check` refuses whatever departs from it (docs/decisions/0021). */
export interface Layout {
  /** From the ground up: a room may use the floors below its own, and rooms of one floor do not know each other. */
  ground: string[][]
  /** The rooms of the trade, by wing: a wing uses those before it. */
  wings: Record<string, string[][]>
  above: string[][]
  /** Programs that stand for something outside: nothing of ours is in them, and nothing of them in ours. */
  apart: string[]
  /** Folders a room is divided into; its screens may be divided alike. */
  folders: Record<string, string[]>
  /** Single words a domain's file may be called by, beside the nouns of every domain and the domain's own name. */
  nouns: Record<string, string[]>
  /** Rooms whose routes are pages for operators and no calls of the contract. */
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
    ordering: [['ordering-rules', 'budgets'], ['cart'], ['orders'], ['approvals', 'reordering']],
    money: [['billing'], ['erp'], ['reports']],
  },
  above: [['demo'], ['portal'], ['e2e'], ['bench'], ['scripts'], ['config']],
  apart: ['simulators/erp', 'simulators/payments'],
  folders: {
    platform: ['http', 'db', 'embedded-postgres', 'jobs', 'pdf'],
    web: ['shell', 'ui', 'table', 'form'],
    identity: ['factors', 'sign-on'],
    customers: ['business', 'notes'],
    colleagues: ['people', 'ship-to'],
    catalog: ['stock'],
    search: ['engine'],
    'ordering-rules': ['limits', 'delivery', 'methods'],
    cart: ['order-sheet'],
    orders: ['checkout', 'history'],
    reordering: ['guides', 'habits'],
    billing: ['invoices', 'payments'],
    erp: ['export', 'sync', 'byd', 'gateway'],
  },
  nouns: {
    catalog: ['maintenance'],
  },
  withoutCalls: ['mail'],
}

/** The floors of all wings, from the ground up. */
export const wingFloors = ({ wings }: Pick<Layout, 'wings'>): string[][] => Object.values(wings).flat()

/** The folders below which the check looks. */
export const checkedFolders = ['src', 'demo', 'e2e', 'bench', 'scripts', 'config', 'simulators']

/** Null for a file that stands in no room. */
export const roomOf = (file: string): string | null => {
  const apart = layout.apart.find((folder) => file.startsWith(`${folder}/`))
  if (apart) return apart
  const [first = '', second, third] = file.split('/')
  if (first !== 'src') return first
  return second !== undefined && third !== undefined ? second : null
}

/** What runs in the browser: the shell, the screens of the domains, and where the portal puts them together. */
export const isScreen = (file: string): boolean => /^src\/(?:web|[^/]+\/web)\//.test(file)

/** A test starts a whole portal, so what it imports says nothing about the house. */
export const isTest = (file: string): boolean => /(?:\.(?:test|prove)\.tsx?|\/testing(?:-[^/]+)?\.ts)$/.test(file)
