import { useEffect, useRef, useState } from 'react'
import { type Filter, maxValueLength } from '#shared/filters.ts'
import { areDaysClear } from './read-typed-days.ts'
import type { ColumnFilter } from './use-table.ts'

const pause = 350

/**
 * The filter fields' values while the user types: applied after a pause, on Enter or by Search. External changes, by
 * Back or a saved view, replace them; the response to the user's own typing does not.
 */
export const useFilterDraft = (filter: Filter, fields: readonly ColumnFilter[], apply: (filter: Filter) => void) => {
  const [draft, setDraft] = useState(filter)
  const [seen, setSeen] = useState(filter)
  const [sent, setSent] = useState(filter)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  if (!isSame(filter, seen)) {
    setSeen(filter)
    if (!isSame(filter, sent)) setDraft(filter)
  }

  const send = (next: Filter) => {
    clearTimeout(timer.current)
    const cleaned = withoutUnclear(withoutBlanks(next), fields)
    setSent(cleaned)
    if (!isSame(cleaned, filter)) apply(cleaned)
  }
  return {
    draft,
    type: (key: string, text: string) => {
      const next = { ...draft, [key]: text }
      setDraft(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => send(next), pause)
    },
    choose: (key: string, value: string) => {
      const next = { ...draft, [key]: value }
      setDraft(next)
      send(next)
    },
    submit: () => send(draft),
    reset: () => {
      setDraft({})
      send({})
    },
  }
}

export type FilterDraft = ReturnType<typeof useFilterDraft>

/** Ambiguous or invalid dates and texts over the server's limit do not filter yet. */
const withoutUnclear = (filter: Filter, fields: readonly ColumnFilter[]): Filter =>
  Object.fromEntries(
    Object.entries(filter).filter(([key, text]) => {
      if ((text ?? '').length > maxValueLength) return false
      const field = fields.find((one) => one.key === key && one.kind === 'days')
      return !field || areDaysClear(text ?? '', field.lean)
    }),
  )

const withoutBlanks = (filter: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).flatMap(([key, text]) => (text?.trim() ? [[key, text.trim()]] : [])))

const isSame = (one: Filter, other: Filter): boolean => written(one) === written(other)

const written = (filter: Filter): string =>
  JSON.stringify(Object.entries(withoutBlanks(filter)).toSorted(([one], [other]) => (one < other ? -1 : 1)))
