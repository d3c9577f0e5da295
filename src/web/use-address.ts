import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'
import { withoutDefaults } from './address.ts'

type Schema = z.core.$ZodType<Record<string, unknown>>

interface How {
  /** Replaces the history entry, for typing into a filter. */
  replace?: boolean
  /** Keeps the scroll position. */
  keepScroll?: boolean
}

/** A page's state in the address, typed by the schema; default values are left out. */
export const useAddress = <S extends Schema>(schema: S) => {
  const written: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const defaults = useMemo(() => z.parse(schema, {}), [schema])
  const state = useMemo(() => {
    const read = z.safeParse(schema, written)
    return read.success ? read.data : defaults
  }, [schema, written, defaults])

  const change = useCallback(
    (patch: Partial<z.output<S>>, { replace = false, keepScroll = false }: How = {}) =>
      void navigate({
        to: '.',
        search: withoutDefaults({ ...state, ...patch }, defaults),
        replace,
        resetScroll: !keepScroll,
      }),
    [navigate, state, defaults],
  )
  return [state, change] as const
}
