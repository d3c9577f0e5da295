import { wingFloors, isScreen, isTest, type Layout, roomOf } from './layout.ts'

/** The contents of each room of `src`, in one phrase. */
const contents: Record<string, string> = {
  shared: 'code of both sides: endpoint declarations, money, dates, CSV, account numbers',
  platform: 'the base of the server: HTTP, database, jobs, PDF, settings, the embedded PostgreSQL',
  web: 'the base of the screens: shell, slots, tables, forms, small components',
  spreadsheets: 'readers of workbooks and delimited files, in the browser',
  audit: 'the audit trail: who changed what, hash-chained, sealed and verified',
  mail: 'emails: composed, themed, queued and sent',
  views: 'saved views: the filters, order and columns of a table under a name',
  branding: 'the brand of the installation: name, logo and colors',
  files: 'uploaded pictures, in a folder or a bucket; unused ones are removed',
  catalog: 'products: pages, cards, reviews, favorites, stock, visibility and the contract price rule',
  pricing: 'contract prices: price lists, business groups, files of prices, the price simulator',
  'product-admin': 'product maintenance: editing, pricing, publishing, visibility, deleting',
  imports: 'imports of products, prices, customers and pictures: mapping, preview, apply, undo',
  identity: 'accounts: sign-in, second factors, company sign-on, sessions, profiles',
  customers: 'customers: businesses, applications, licenses, notes, and the staff who serve them',
  colleagues: 'people and ship-to addresses of a business, managed by its managers',
  search: 'listings, search, suggestions and facets, answered by an in-memory index',
  'ordering-rules': 'allocations, order quantities, delivery dates, shipping and payment methods',
  budgets: 'budgets: spending limits of a business, and the cost centers that orders are charged to',
  cart: 'the cart, quick order and order sheets',
  orders: 'orders: checkout, placement, history, cancellation',
  approvals: 'approvals: which orders need approval, and the approvals given',
  reordering: 'order guides, recent purchases and suggestions of what to order',
  billing: 'invoices of the ERP, monthly statements, payments by card and PayPal',
  erp: 'order export to the ERP, and the sync of orders, invoices and addresses back',
  reports: 'dashboards and the sales rollups behind them',
  portal: 'the program: starts all rooms, screen routes, operator commands',
}

type Uses = Map<string, Set<string>>

/** The wings as a picture and the rooms as a table with what they use, derived from all imports except those of tests. */
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
    contents[room] ?? '',
    listed(server, room),
    listed(screens, room),
  ]
  const table = [
    ['wing', 'room', 'contents', 'its server files use', 'its screens use'],
    ['---', '---', '---', '---', '---'],
    ...rooms.map(rowOf),
  ]
  return [
    ['```mermaid', 'flowchart TD', ...boxes.toReversed(), ...arrows.toReversed(), '```'].join('\n'),
    'Arrows that follow from others are omitted; the table lists all uses.',
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

/** Uses that are not also reached through another used room. */
const direct = (uses: Uses, room: string): string[] => {
  const used = [...of(uses, room)]
  return used.filter((one) => !used.some((other) => other !== one && reach(uses, other).has(one))).toSorted()
}

const reach = (uses: Uses, room: string): Set<string> =>
  new Set([...of(uses, room)].flatMap((used) => [used, ...reach(uses, used)]))

const listed = (uses: Uses, room: string): string => [...of(uses, room)].toSorted().join(', ')
