import { wingFloors, isScreen, isTest, type Layout, roomOf } from './layout.ts'

/** What each room of `src` holds, in one sentence. */
const holds: Record<string, string> = {
  shared: 'what both sides must agree on: contracts of calls, money, time, CSV, account numbers',
  platform: 'what the server stands on: HTTP, database, jobs, PDF, settings, the embedded PostgreSQL',
  web: 'what screens stand on: the shell with its slots, tables, forms, small pieces',
  spreadsheets: 'readers of workbooks and delimited files, whatever these hold',
  audit: 'the trail of who did what, chained and verified',
  mail: 'emails, queued with the act that gives the reason for them',
  views: 'filters, order and columns of a table under a name',
  branding: 'name, logo and colors of the installation',
  files: 'uploaded pictures: in a folder or a bucket, removed when nothing shows them',
  catalog: 'products: page, cards, reviews, favorites, stock and its ledger, and the price a business pays',
  pricing: 'contract price lists, files of prices and groups of customers',
  'product-admin': 'changing a product: form, pricing, publishing, visibility, deleting',
  imports: 'spreadsheets into products, prices and customers, and pictures: mapping, preview, import',
  identity: 'accounts of people: sign-in, second factors, company sign-on, sessions, profiles',
  customers: 'businesses and what is their own: requests and approval, licenses, notes; the staff who serve them',
  colleagues: 'the people of a business and its ship-to addresses, as its managers change them',
  search: 'listings, search, suggestions and counts, answered by one engine in memory',
  'ordering-rules': 'what limits an order, when it leaves and arrives, and who may use which way to ship and to pay',
  budgets: 'what a business wants to spend at most, and the cost centers it charges orders to',
  cart: 'what is about to be ordered',
  orders: 'from the cart to the placed order, and lists of orders',
  approvals: 'which orders of a business need a colleague’s word, and who gave it',
  reordering: 'what a business orders again: named lists, what it bought lately, and what goes with it',
  billing: 'invoices as the ERP gives them, statements, and payments by card and PayPal',
  erp: 'orders out exactly once, orders, invoices and addresses in; ByDesign behind a gateway',
  reports: 'dashboards and rollups',
  portal: 'where all rooms meet: routes, screens, the program, the commands of operators',
}

type Uses = Map<string, Set<string>>

/** The wings as a picture, and the rooms with what they use as a table, told by the imports of everything but tests. */
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

/** What the room uses and does not reach by way of another room that it uses. */
const direct = (uses: Uses, room: string): string[] => {
  const used = [...of(uses, room)]
  return used.filter((one) => !used.some((other) => other !== one && reach(uses, other).has(one))).toSorted()
}

const reach = (uses: Uses, room: string): Set<string> =>
  new Set([...of(uses, room)].flatMap((used) => [used, ...reach(uses, used)]))

const listed = (uses: Uses, room: string): string => [...of(uses, room)].toSorted().join(', ')
