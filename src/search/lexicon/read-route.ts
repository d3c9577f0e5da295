import { readEntries } from './read-lists.ts'

/** Routes of administration that labels state. */
export type Route =
  | ''
  | 'oral'
  | 'injection'
  | 'eye'
  | 'ear'
  | 'nose'
  | 'lung'
  | 'skin'
  | 'patch'
  | 'rectum'
  | 'vagina'
  | 'bladder'
  | 'mouth'
  | 'implant'

const routes = new Map(
  readEntries('routes').flatMap(({ word: route, others }) => others.map((word) => [word, route as Route] as const)),
)

/** Words that indicate a route. */
export const routeWords: readonly string[] = [...routes.keys()]

/** Places take precedence over forms: vaginal tablets, inhaler capsules and cartridges. */
const first: readonly Route[] = ['implant', 'vagina', 'rectum', 'lung', 'mouth']

/** Places that don't determine the route: a `nasal decongestant` may be a tablet. */
const places: readonly Route[] = ['eye', 'ear', 'nose', 'bladder']

/** The route indicated by a label's words; '' if there is none or it is ambiguous. */
export const routeOf = (words: Iterable<string>): Route => {
  const said = new Set<Route>()
  for (const word of words) said.add(routes.get(word) ?? '')
  said.delete('')
  const [one, other] = first.filter((route) => said.has(route))
  if (one !== undefined) return other === undefined ? one : ''
  if (said.has('oral')) for (const place of places) said.delete(place)
  const [place, another] = places.filter((route) => said.has(route))
  if (place !== undefined) return another === undefined ? place : ''
  if (said.has('injection')) return said.has('oral') || said.has('skin') ? '' : 'injection'
  const [only = ''] = said
  return said.size === 1 ? only : ''
}
