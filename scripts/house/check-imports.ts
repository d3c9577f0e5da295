import { wingFloors, isScreen, isTest, type Layout, roomOf } from './layout.ts'

/** The project files that each file imports. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Every import that violates the layout. */
export const checkImports = (imports: Imports, layout: Layout): string[] => {
  const complain = complaintAbout(layout)
  return [...imports].flatMap(([from, all]) =>
    isTest(from)
      ? []
      : all.flatMap((to) => {
          const complaint = complain(from, to)
          return complaint ? [`${from} -> ${to}: ${complaint}`] : []
        }),
  )
}

// A domain's queries and routes are private; others use its contract, its tables and its verbs.
const isPrivate = /\/(?:queries|routes|jobs|room)\.ts$/
const isRegistered = /\/(?:routes|jobs)\.ts$/
/** Hooks for a room's own screens. A hook for other rooms has its own file, named by its action. */
const isHooks = /\/web\/(?:.*[/-])?hooks\.ts$/

const complaintAbout = (layout: Layout) => {
  const { ground, above, apart } = layout
  const domains = wingFloors(layout)
  const floors = [...ground, ...domains, ...above]
  const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)))
  const isDomain = new Set(domains.flat())
  const wings = Object.entries(layout.wings).map(([wing, rooms]) => ({ wing, rooms: rooms.flat() }))
  const wingOf = new Map(wings.flatMap(({ wing, rooms }) => rooms.map((room) => [room, wing] as const)))

  return (from: string, to: string): string | null => {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (isTest(to) && from.startsWith('src/')) return 'only tests use what is made for tests'
    if (isScreen(to) && !isScreen(from)) return 'the server knows no screens'
    if (room === null || other === null || room === other) return null
    if (apart.includes(room) || apart.includes(other)) return `${apart.join(' and ')} share nothing with us`
    if (isScreen(from) && other === 'platform') return 'a screen may not import server code'
    if (isDomain.has(room) && isPrivate.test(to)) return `use the contract, the tables or a verb of ${other}`
    if (isDomain.has(other) && isRegistered.test(to)) return `open ${other} by its room.ts`
    if (isHooks.test(to)) return `these hooks are only for the screens of ${other}`
    const [own, theirs] = [floorOf.get(room), floorOf.get(other)]
    if (own === undefined || theirs === undefined || theirs < own) return null
    if (theirs === own) return `${room} and ${other} are on the same floor`
    const [wing, otherWing] = [wingOf.get(room), wingOf.get(other)]
    return wing === undefined || otherWing === undefined || wing === otherWing
      ? `${room} is below ${other}`
      : `the wing ${wing} is below the wing ${otherWing}`
  }
}
