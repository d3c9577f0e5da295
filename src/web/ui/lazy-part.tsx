import { Button } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { Component, type ComponentType, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { MissingCode } from '../bring-files.ts'
import { reloadWithDrafts } from '../drafts.ts'
import { onPortalBack } from '../outage.ts'
import { EmptyState } from './empty-state.tsx'
import type { Lazy } from './lazy.ts'
import { PageHeading } from './page-heading.tsx'
import { PageSkeleton } from './skeleton.tsx'

/**
 * Loads a part of a page on first use. If it fails to load or render, the page stays with its edits; the part appears
 * as soon as it can be loaded, after a new release by a reload that restores edits.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  missing: 'said' | 'in silence' = 'said',
): Lazy<P> => {
  const code = makeCode(load)
  const Part = (props: P) => {
    const { Loaded, failure } = useCode(code)
    // A part that opens and closes is missing only while open.
    const isSaid = missing === 'said' && !('isOpen' in props && !props.isOpen)
    if (!Loaded) return isSaid ? <MissingPart failure={failure} again={code.begin} /> : null
    return (
      <PartBoundary>
        <Loaded {...props} />
      </PartBoundary>
    )
  }
  return Object.assign(Part, { preload: code.begin })
}

/** The same for a page: the header and menu stay, and the page appears as soon as it can be loaded. */
export const lazyPage = (load: () => Promise<ComponentType>): Lazy<object> => {
  const code = makeCode(load)
  const Page = () => {
    const { Loaded, ...missing } = useCode(code)
    return Loaded ? <Loaded /> : <MissingPage {...missing} again={code.begin} />
  }
  return Object.assign(Page, { preload: code.begin })
}

interface State<P> {
  Loaded: ComponentType<P> | null
  failure: unknown
  isTrying: boolean
}

const makeCode = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  let state: State<P> = { Loaded: null, failure: null, isTrying: false }
  let coming: Promise<void> | null = null
  const watchers = new Set<() => void>()
  const become = (next: Partial<State<P>>) => {
    state = { ...state, ...next }
    for (const watch of watchers) watch()
  }
  const begin = (): Promise<void> => {
    if (state.Loaded) return Promise.resolve()
    if (coming) return coming
    if (state.failure) become({ isTrying: true })
    coming = load()
      .then(
        (Loaded) => become({ Loaded, failure: null, isTrying: false }),
        (failure: unknown) => {
          become({ failure, isTrying: false })
          failed.add(begin)
        },
      )
      .finally(() => (coming = null))
    failed.delete(begin)
    return coming
  }
  return {
    begin,
    now: () => state,
    watch: (watch: () => void) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
  }
}

type Code<P extends object> = ReturnType<typeof makeCode<P>>

/** Failed loads are retried when the portal is back. */
const failed = new Set<() => Promise<void>>()
onPortalBack(() => {
  for (const begin of failed) void begin()
})

const useCode = <P extends object>({ begin, now, watch }: Code<P>): State<P> => {
  const state = useSyncExternalStore(watch, now)
  if (!state.Loaded && !state.failure) use(begin())
  return state
}

interface MissingProps {
  failure: unknown
  again: () => Promise<void>
}

const isAway = (failure: unknown): boolean => failure instanceof MissingCode && failure.reason === 'away'
const isRenewed = (failure: unknown): boolean => failure instanceof MissingCode && failure.reason === 'renewed'

/** Always in view, wherever the part would be; inline, to keep it out of the first visit's CSS. */
const inSight = {
  position: 'fixed',
  zIndex: 300,
  // Below the bar with the menu.
  inset: 'var(--bar-height) 0 auto',
  margin: 0,
  padding: '0.75rem 1rem',
  background: 'var(--notice-soft)',
  textAlign: 'center',
} as const

/** The missing parts; one message covers them all. */
const useMissing = create<{ parts: readonly object[] }>(() => ({ parts: [] }))

function MissingPart({ failure, again }: MissingProps) {
  const [part] = useState(() => ({}))
  const isFirst = useMissing(({ parts }) => parts[0] === part)
  useEffect(() => {
    useMissing.setState(({ parts }) => ({ parts: [...parts, part] }))
    return () => useMissing.setState(({ parts }) => ({ parts: parts.filter((one) => one !== part) }))
  }, [part])
  useSecondTry(failure, again)
  if (!isFirst) return null
  return (
    <p role="alert" style={inSight}>
      {isRenewed(failure) ? 'The portal was updated since you opened this page.' : said}{' '}
      <AgainOrReload failure={failure} again={again} />
    </p>
  )
}

function MissingPage({ failure, isTrying, again }: MissingProps & { isTrying: boolean }) {
  useSecondTry(failure, again)
  useEffect(() => {
    // The user has already left the previous address, so a full load of this one loses nothing. If the address did not
    // change, reloading could loop.
    if (isRenewed(failure) && location.href !== opened) location.reload()
  }, [failure])
  if (isTrying) return <PageSkeleton />
  return (
    <>
      <PageHeading title="This page could not be loaded" />
      <EmptyState icon={<TriangleAlert size={28} strokeWidth={1.5} />} title={<span role="alert">{said}</span>}>
        <AgainOrReload failure={failure} again={again} />
      </EmptyState>
    </>
  )
}

const said = 'A part of this page could not be loaded.'
const { href: opened } = location

/** Retries a failed preload when the part is needed. */
const useSecondTry = (failure: unknown, again: () => Promise<void>) => {
  const [first] = useState(failure)
  useEffect(() => {
    if (isAway(first)) void again()
  }, [first, again])
}

function AgainOrReload({ failure, again }: MissingProps) {
  if (isAway(failure))
    return (
      <>
        It will load automatically when you’re back online.{' '}
        <Button size="compact-sm" variant="default" onClick={() => void again()}>
          Try now
        </Button>
      </>
    )
  return (
    <>
      Your entries are kept.{' '}
      <Button size="compact-sm" variant="default" onClick={reloadWithDrafts}>
        Reload the page
      </Button>
    </>
  )
}

const noMore = () => Promise.resolve()

/** Contains render errors of a part. */
class PartBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return <MissingPart failure={null} again={noMore} />
  }
}
