// Draws the US states for the dashboard's map: `node scripts/draw-us-map.ts` writes them to pages/us-map.html.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Point = [number, number]
type States = Topology<{ states: GeometryCollection<{ name: string }> }>

const atlasFile = createRequire(import.meta.url).resolve('us-atlas/states-albers-10m.json')
const page = resolve(import.meta.dirname, '../pages/us-map.html')
const tolerance = 1.1
const smallestIsland = 6
const roomForFigure = 1_300

/** Census numbers of the states, which are the ids in the atlas. */
const codes = Object.fromEntries(
  '01AL02AK04AZ05AR06CA08CO09CT10DE11DC12FL13GA15HI16ID17IL18IN19IA20KS21KY22LA23ME24MD25MA26MI27MN28MS29MO30MT31NE32NV33NH34NJ35NM36NY37NC38ND39OH40OK41OR42PA44RI45SC46SD47TN48TX49UT50VT51VA53WA54WV55WI56WY'
    .match(/..../g)
    ?.map((pair) => [pair.slice(0, 2), pair.slice(2)]) ?? [],
)

const decodeArc = (arc: number[][], { scale, translate }: NonNullable<Topology['transform']>): Point[] => {
  let [x, y] = [0, 0]
  return arc.map(([dx = 0, dy = 0]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

const distance = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/** Douglas-Peucker; shared borders are one arc, so neighbors stay aligned. */
const simplify = (points: Point[]): Point[] => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return points
  let farthest = 0
  let most = 0
  for (const [at, point] of points.entries()) {
    const off = distance(point, first, last)
    if (off > most) [farthest, most] = [at, off]
  }
  if (most < tolerance) return [first, last]
  return [...simplify(points.slice(0, farthest + 1)).slice(0, -1), ...simplify(points.slice(farthest))]
}

const isInside = ([x, y]: Point, ring: Point[]): boolean =>
  ring.reduce((inside, [ax, ay], at) => {
    const [bx, by] = ring.at(at - 1) ?? [ax, ay]
    const crosses = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
    return crosses ? !inside : inside
  }, false)

/** The point farthest from every edge, which leaves the most room for a label. */
const roomiestPoint = ([ring = []]: Point[][]): Point => {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  let best: Point = [0, 0]
  let most = -1
  for (let x = Math.min(...xs); x < Math.max(...xs); x += 2)
    for (let y = Math.min(...ys); y < Math.max(...ys); y += 2) {
      if (!isInside([x, y], ring)) continue
      const room = Math.min(...ring.map((point, at) => distance([x, y], point, ring[at + 1] ?? point)))
      if (room > most) [best, most] = [[x, y], room]
    }
  return best
}

const atlas = JSON.parse(await readFile(atlasFile, 'utf8')) as States
const { transform } = atlas
if (!transform) throw new Error('The atlas is not quantized.')
const plain: States = { ...atlas, arcs: atlas.arcs.map((arc) => simplify(decodeArc(arc, transform))) }
delete plain.transform

const draw = geoPath().digits(1)
const entries = feature(plain, plain.objects.states).features.map(({ id, geometry, properties }) => {
  const polygons =
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : []
  const areaOf = (polygon: number[][][]) => draw.area({ type: 'Polygon', coordinates: polygon })
  const largest = polygons.toSorted((a, b) => areaOf(b) - areaOf(a))
  const kept = largest.filter((polygon, at) => at === 0 || areaOf(polygon) > smallestIsland)
  const [main = []] = largest
  const [x, y] = roomiestPoint(main as Point[][])
  const code = codes[String(id)] ?? ''
  const outline = draw({ type: 'MultiPolygon', coordinates: kept }) ?? ''
  return {
    code,
    shape: `<path id="${code}" d="${outline}"><title>${properties.name}</title></path>`,
    figure:
      areaOf(main) > roomForFigure
        ? `<text data-state="${code}" x="${Math.round(x)}" y="${Math.round(y)}"></text>`
        : '',
  }
})

/** Territories and armed forces, which the atlas lacks, are squares below the map. */
const apart = Object.entries({
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
  GU: 'Guam',
  AS: 'American Samoa',
  MP: 'Northern Mariana Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
}).map(([code, name], at) => {
  const [left, top, side] = [482 + at * 27, 546, 23]
  return {
    code,
    shape: `<path id="${code}" d="M${left},${top}h${side}v${side}h${-side}Z"><title>${name}</title></path>`,
    figure:
      `<text class="apart" data-state="${code}" x="${left + side / 2}" y="${top + side / 2}"></text>` +
      `<text class="apart" x="${left + side / 2}" y="${top + side + 11}">${code}</text>`,
  }
})

const sorted = [...entries, ...apart].toSorted((a, b) => (a.code < b.code ? -1 : 1))
const linesOf = (tags: string[]) => tags.map((tag) => (tag ? `\n          ${tag}` : '')).join('')
const drawn = (await readFile(page, 'utf8'))
  .replace(/(<g class="states">).*?(\s*<\/g>)/s, `$1${linesOf(sorted.map(({ shape }) => shape))}$2`)
  .replace(/(<g class="figures"[^>]*>).*?(\s*<\/g>)/s, `$1${linesOf(sorted.map(({ figure }) => figure))}$2`)
await writeFile(page, drawn)
