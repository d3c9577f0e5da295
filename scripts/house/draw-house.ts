import { wingFloors, isScreen, isTest, type Layout, roomOf } from './layout.ts'

/** The contents of each room of `src` in one sentence. */
const holds: Record<string, string> = {
  shared: 'shared by server and browser: API contracts, money, time, CSV, account numbers',
  platform: 'foundation of the server: HTTP, database, jobs, PDF, settings, the embedded PostgreSQL',
  web: 'foundation of the screens: the shell with its slots, tables, forms, UI components',
  spreadsheets: 'readers of workbooks and delimited files, independent of their contents',
  audit: 'the audit trail, hash-chained and verified',
  mail: 'emails, queued in the transaction that causes them',
  views: 'saved views: named filters, sort orders and columns of a table',
  branding: 'name, logo and colors of the installation',
  files: 'uploaded pictures in a folder or a bucket, removed when unused',
  catalog: 'products: page, cards, reviews, favorites, stock and its ledger, and the price for a business',
  pricing: 'contract price lists and price files',
  'product-admin': 'product maintenance: form, pricing, publishing, visibility, deleting',
  imports: 'imports of products, prices, customers and pictures: mapping, preview, import',
  identity: 'user accounts: sign-in, second factors, company sign-on, sessions, profiles',
  customers: 'businesses: requests and approval, licenses, groups, audiences, notes; their staff',
  colleagues: 'users and ship-to addresses of a business, maintained by its managers',
  search: 'listings, search, suggestions and counts from one in-memory engine',
  'ordering-rules': 'order limits, delivery dates, and shipping and payment methods by customer',
  compliance: 'who may be supplied: licenses and registrations, the check of an order, and order monitoring',
  cart: 'the cart, quick order and order sheets',
  fulfillment: 'what became of ordered lines: quantities, parcels, substitutes and changes',
  orders: 'checkout, placed orders, and order lists',
  'order-changes': 'cancellations and lowered quantities: immediately, or asked of the ERP',
  purchasing: 'a business’s own rules for its orders: cost centers, budgets and approvals',
  reordering: 'order guides, recent purchases and reorder suggestions',
  billing: 'ERP invoices, statements, and payments by card and PayPal',
  erp: 'order export (exactly once) and sync of orders, invoices and addresses; ByDesign behind a gateway',
  traceability: 'DSCSA trace data: EPCIS documents, checked, kept as received, and shown to the buyer they belong to',
  recalls: 'recalls, suspect product and reported losses: who received it, notices, replies, and the stop of sales',
  retention: 'how long records are kept: periods, legal holds, and the purge of what is due',
  returns: 'returns and reports of shipped goods: request, authorization, receipt and credit',
  reports: 'dashboards and rollups',
  portal: 'the composition: routes, screens, the main program, operator commands',
}

type Uses = Map<string, Set<string>>

/** Draws the wings and a table of the rooms with their dependencies, based on all imports except those of tests. */
export const drawHouse = (imports: ReadonlyMap<string, readonly string[]>, layout: Layout): string => {
  const rooms = [layout.ground, wingFloors(layout), [['portal']]].flat(2)
  const server = usesOf(imports, rooms, (file) => !isScreen(file))
  const screens = usesOf(imports, rooms, isScreen)
  const wings = { ground: layout.ground, ...layout.wings, portal: [['portal']] }
  const wingOf = new Map(Object.entries(wings).flatMap(([wing, floors]) => floors.flat().map((room) => [room, wing])))
  const between: Uses = new Map(Object.keys(wings).map((wing) => [wing, new Set()]))
  for (const room of rooms)
    for (const used of [...of(server, room), ...of(screens, room)].map((one) => wingOf.get(one) ?? ''))
      if (used !== wingOf.get(room)) between.get(wingOf.get(room) ?? '')?.add(used)
  const boxes = Object.entries(wings).map(([wing, floors]) => `  ${wing}["${boxOf(wing, floors.flat())}"]`)
  const arrows = [...between.keys()].flatMap((wing) => direct(between, wing).map((used) => `  ${wing} --> ${used}`))
  const rowOf = (room: string) => [
    wingOf.get(room) ?? '',
    `\`${room}\``,
    holds[room] ?? '',
    listed(server, room),
    listed(screens, room),
  ]
  const table = [
    ['wing', 'room', 'holds', 'its server files use', 'its screens use'],
    ['---', '---', '---', '---', '---'],
    ...rooms.map(rowOf),
  ]
  return [
    ['```mermaid', 'flowchart TD', ...boxes.toReversed(), ...arrows.toReversed(), '```'].join('\n'),
    'An arrow that follows from others is not drawn; the table names every use.',
    table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ].join('\n\n')
}

const boxOf = (wing: string, rooms: readonly string[]): string =>
  rooms.length === 1 && rooms[0] === wing ? `<b>${wing}</b>` : `<b>${wing}</b><br>${rooms.join(' · ')}`

const of = (uses: Uses, room: string): Set<string> => uses.get(room) ?? new Set()

const usesOf = (
  imports: ReadonlyMap<string, readonly string[]>,
  rooms: readonly string[],
  isMeant: (file: string) => boolean,
): Uses => {
  const uses: Uses = new Map(rooms.map((room) => [room, new Set()]))
  for (const [file, names] of imports) {
    const room = roomOf(file)
    if (room === null || isTest(file) || !isMeant(file)) continue
    for (const name of names) {
      const used = roomOf(name)
      if (used !== null && used !== room && rooms.includes(used)) uses.get(room)?.add(used)
    }
  }
  return uses
}

/** Direct dependencies of a room, without those that it reaches through another room. */
const direct = (uses: Uses, room: string): string[] => {
  const used = [...of(uses, room)]
  return used.filter((one) => !used.some((other) => other !== one && reach(uses, other).has(one))).toSorted()
}

const reach = (uses: Uses, room: string): Set<string> =>
  new Set([...of(uses, room)].flatMap((used) => [used, ...reach(uses, used)]))

const listed = (uses: Uses, room: string): string => [...of(uses, room)].toSorted().join(', ')
