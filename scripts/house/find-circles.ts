import { isTest } from './layout.ts'
import type { Imports } from './check-imports.ts'

/** Import cycles between files and between sibling folders, each with a shortest path. */
export const findCircles = (imports: Imports): string[] => [
  ...circlesIn(imports).map((circle) => said('files', circle)),
  ...circlesIn(betweenFolders(imports)).map((circle) => said('folders', circle)),
]

interface Circle {
  size: number
  way: string[]
}

const said = (what: string, { size, way }: Circle): string =>
  size === way.length
    ? `circle of ${size} ${what}: ${[...way, way[0]].join(' -> ')}`
    : `circle of ${size} ${what}, for example: ${[...way, way[0]].join(' -> ')}`

/**
 * A folder and the files next to it belong together (its contract below, its routes above), so only sibling folders
 * count.
 */
const betweenFolders = (imports: Imports): Imports => {
  const edges = new Map<string, Set<string>>()
  for (const [from, all] of imports) {
    if (isTest(from)) continue
    for (const to of all) {
      const [own, theirs] = [stepsTo(from), stepsTo(to)]
      const shared = own.findIndex((part, at) => part !== theirs[at])
      if (shared < 0 || own.length <= shared + 1 || theirs.length <= shared + 1) continue
      const folder = own
        .slice(0, shared + 1)
        .join('/')
        .replace(':', '/')
      edges.set(
        folder,
        (edges.get(folder) ?? new Set()).add(
          theirs
            .slice(0, shared + 1)
            .join('/')
            .replace(':', '/'),
        ),
      )
    }
  }
  return new Map([...edges].map(([folder, all]) => [folder, [...all]]))
}

/** `src` itself is not a folder of the layout; its rooms are. */
const stepsTo = (file: string): string[] => file.replace(/^src\//, 'src:').split('/')

/** One cycle for each strongly connected component. */
const circlesIn = (graph: Imports): Circle[] => {
  const groups = groupsIn(graph)
  return groups.flatMap((group) => {
    const members = new Set(group)
    const ways = group.flatMap((start) => shortestRound(start, graph, members) ?? [])
    const [way] = ways.toSorted((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1))
    return way ? [{ size: group.length, way }] : []
  })
}

const shortestRound = (start: string, graph: Imports, members: ReadonlySet<string>): [string[]] | null => {
  const seen = new Set<string>()
  let ways = [[start]]
  while (ways.length > 0) {
    const next: string[][] = []
    for (const way of ways)
      for (const to of graph.get(way.at(-1) ?? '') ?? []) {
        if (to === start) return [way]
        if (!members.has(to) || seen.has(to)) continue
        seen.add(to)
        next.push([...way, to])
      }
    ways = next
  }
  return null
}

/** Tarjan's strongly connected components. */
const groupsIn = (graph: Imports): string[][] => {
  const number = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const groups: string[][] = []

  const visit = (node: string): number => {
    let low = number.size
    number.set(node, low)
    open.push(node)
    isOpen.add(node)
    for (const to of graph.get(node) ?? []) {
      if (!number.has(to)) low = Math.min(low, visit(to))
      else if (isOpen.has(to)) low = Math.min(low, number.get(to) ?? low)
    }
    lowest.set(node, low)
    if (low === number.get(node)) {
      const group = open.splice(open.indexOf(node))
      for (const member of group) isOpen.delete(member)
      groups.push(group)
    }
    return low
  }

  for (const node of graph.keys()) if (!number.has(node)) visit(node)
  return groups
}
