import { isScreen, isTest, type Layout, roomOf, wingFloors } from './layout.ts'
import { endings, retiredIn, verbs } from './words.ts'

/** Problems with the names and locations of these files. */
export const checkNames = (files: readonly string[], layout: Layout): string[] =>
  files.flatMap((file) => {
    const complaint = complaintAbout(file, layout)
    return complaint ? [`${file}: ${complaint}`] : []
  })

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const nothingSaid = /^(?:index|utils?|helpers?|common|misc|types|services?|managers?)$/
const nouns = ['contract', 'routes', 'queries', 'jobs', 'tables', 'room']
const isCode = /\.(?:[cm]?[jt]sx?|css)$/
// Names that are given by tools.
const given = /^(?:README\.md|NOTICE\.md|\..+)$/

const complaintAbout = (file: string, layout: Layout): string | null => {
  const name = file.slice(file.lastIndexOf('/') + 1)
  if (given.test(name)) return null
  const words = name.slice(0, name.indexOf('.'))
  if (!kebab.test(words)) return 'use lower-case words with hyphens'
  if (nothingSaid.test(words)) return 'name it after its contents'
  const retired = isCode.test(name) ? retiredIn(words) : null
  if (retired) return retired
  return file.startsWith('src/') && isCode.test(name) ? complaintInside(file, name, words, layout) : null
}

const complaintInside = (file: string, name: string, words: string, layout: Layout): string | null => {
  const room = roomOf(file)
  const domains = wingFloors(layout)
  if (room === null || ![...layout.ground, ...domains, ['portal']].flat().includes(room))
    return 'not a room of the layout'
  const folders = file.split('/').slice(2, -1)
  if (folders[0] === 'web' && room !== 'web') folders.shift()
  const known = layout.folders[room] ?? []
  if (folders.length > 1 || folders.some((folder) => !known.includes(folder))) return 'not a folder of this room'

  const screen = isScreen(file)
  const allowed = screen ? /^(?:\.test)?\.tsx?$|^(?:\.module)?\.css$/ : /^(?:\.test|\.prove|\.d)?\.ts$/
  const ending = name.slice(words.length)
  if (!allowed.test(ending)) return `no ${screen ? 'screen' : 'server file'} has this ending`

  const isFree = screen || isTest(file) || !domains.flat().includes(room)
  const own = [...nouns, room, ...(layout.nouns[room] ?? [])]
  if (isFree || own.includes(words) || (folders.length > 0 && !words.includes('-'))) return null
  if (!words.includes('-')) return `a verb and its noun, or one of ${nouns.join(', ')}`
  const [first, last] = [words.slice(0, words.indexOf('-')), words.slice(words.lastIndexOf('-') + 1)]
  if (verbs.has(first) || endings.has(last)) return null
  return `"${first}" is not a verb and "${last}" not a noun of scripts/house/words.ts`
}
