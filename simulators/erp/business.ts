import { readFileSync } from 'node:fs'
import { countersOf } from './books.ts'
import type { Books } from './books.ts'
import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import { parseInitial } from './initial-parse.ts'
import type { Initial } from './initial.ts'
import { tick } from './lifecycle.ts'
import { loadInitial } from './load-initial.ts'
import type { Settings } from './settings.ts'
import { openStore } from './store.ts'
import type { Change } from './store.ts'

export type Business = {
  books: Books
  chance: Chance
  now: () => number
  commit: (changes: readonly Change[]) => void
  load: (initial: Initial) => void
  tick: () => void
  /** A step at the pace of a demo, if the settings ask for one. */
  tickAtPace: () => void
  /** Moves the clock on; the business takes a step every six hours on the way. */
  pass: (hours: number) => void
  close: () => void
}

const hour = 60 * 60 * 1000
const stepHours = 6

export const openBusiness = (settings: Pick<Settings, 'state' | 'initial' | 'seed' | 'most'>): Business => {
  const initial = settings.initial === null ? null : parseInitial(readFileSync(settings.initial, 'utf8'))
  const store = openStore(settings.state)
  const { books } = store
  const chance = chanceOf(settings.seed)
  const now = () => Date.now() + countersOf(books).clockOffset
  const pace =
    settings.most === null
      ? null
      : { most: settings.most, lastInitial: Math.max(0, ...(initial?.orders ?? []).map(({ id }) => Number(id))) }
  const load = (entries: Initial) => store.commit(loadInitial(books, entries, now(), chance))
  const oneTick = () => store.commit(tick(books, now(), chance))
  const moveClock = (hours: number) => {
    const counters = countersOf(books)
    store.commit([['counters', 'all', { ...counters, clockOffset: counters.clockOffset + hours * hour }]])
  }
  if (store.isNew && initial) load(initial)
  return {
    books,
    chance,
    now,
    commit: store.commit,
    load,
    tick: oneTick,
    tickAtPace: () => store.commit(tick(books, now(), chance, pace)),
    pass: (hours) => {
      let left = hours
      for (; left >= stepHours; left -= stepHours) {
        moveClock(stepHours)
        oneTick()
      }
      if (left > 0) moveClock(left)
    },
    close: store.close,
  }
}
