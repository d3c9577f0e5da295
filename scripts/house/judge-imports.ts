import { domainsOf, isScreen, isTest, type Layout, roomOf } from './layout.ts'

/** For each file what it imports, as files of ours. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Every import that goes against the directions of the house. */
export const judgeImports = (imports: Imports, layout: Layout): string[] => {
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

// What a domain asks and answers is its own affair; others use its contract, its tables and its verbs.
const isPrivate = /\/(?:queries|routes|jobs)\.ts$/

const complaintAbout = (layout: Layout) => {
  const { ground, above, apart } = layout
  const domains = domainsOf(layout)
  const floors = [...ground, ...domains, ...above]
  const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)))
  const isDomain = new Set(domains.flat())

  return (from: string, to: string): string | null => {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (isTest(to) && from.startsWith('src/')) return 'only tests use what is made for tests'
    if (isScreen(to) && !isScreen(from)) return 'the server knows no screens'
    if (room === null || other === null || room === other) return null
    if (apart.includes(room) || apart.includes(other)) return `${apart.join(' and ')} share nothing with us`
    if (isScreen(from) && other === 'platform') return 'a screen knows nothing of the server'
    if (isDomain.has(room) && isPrivate.test(to)) return `use the contract, the tables or a verb of ${other}`
    const [own, theirs] = [floorOf.get(room), floorOf.get(other)]
    if (own === undefined || theirs === undefined || theirs < own) return null
    return theirs === own ? `${room} and ${other} do not know each other` : `${room} stands below ${other}`
  }
}
